// Runs before a page: replaces random numbers, storage and the server, so that screens are the same.
(() => {
  const { keeps, frames, falls, held } = window.frozen;
  Math.random = () => 0.5;
  Object.defineProperty(Notification, "permission", { value: "default" });
  localStorage.clear();
  for (const [name, value] of Object.entries(keeps)) localStorage.setItem(name, value);
  if (held) {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      animation.pause();
      return animation;
    };
  }
  let met = 0;
  window.sent = [];
  window.shifted = 0;
  window.shifts = [];
  // by the page's frozen clock: a busy machine may draw a change long after the press
  let pressed = -Infinity;
  for (const kind of ["keydown", "pointerdown", "click"])
    addEventListener(kind, () => (pressed = Date.now()), true);
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const named = (node) => [node?.nodeName, ...(node?.classList ?? [])].join(".");
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput || Date.now() - pressed <= 500) continue;
      window.shifted += value;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${named(node)} ${box(previousRect)} → ${box(currentRect)}`,
      );
      window.shifts.push(`${value.toFixed(4)}: ${moved.join(", ")}`);
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
  // forgets all shifts so far, including those that a busy machine has not reported yet
  window.forgetShifts = () => {
    observer.takeRecords();
    window.shifted = 0;
    window.shifts = [];
  };

  class Socket extends EventTarget {
    static OPEN = 1;
    static CONNECTING = 0;
    readyState = 0;

    constructor(url) {
      super();
      const { pathname } = new URL(url);
      const messages =
        Object.entries(frames).find(([path]) => pathname.startsWith(path))?.[1] ?? [];
      const fallen = falls && met > 0;
      window.line = this;
      met += 1;
      queueMicrotask(() => {
        if (fallen) return this.onclose?.({ code: 1011 });
        this.readyState = 1;
        this.onopen?.({});
        for (const frame of messages) this.onmessage?.({ data: JSON.stringify(frame) });
        if (falls) {
          this.readyState = 3;
          this.onclose?.({ code: 1011 });
        }
      });
    }

    send(text) {
      const message = JSON.parse(text);
      window.sent.push(message);
      if (message.type === "ping" && !falls) queueMicrotask(() => this.hear({ type: "pong" }));
    }

    /** Has the server send another frame. */
    hear(frame) {
      this.onmessage?.({ data: JSON.stringify(frame) });
    }

    close() {
      this.readyState = 3;
    }
  }

  window.WebSocket = Socket;
})();
