/** Keeps a page for the moment without a connection, where the browser can. */

if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    // browsers that forbid workers show a page of their own instead
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
}
