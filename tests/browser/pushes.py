"""Delivers push messages to the worker of a page as a browser does, and reads what it shows."""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, Worker

# browsers without windows have no notifications: what the worker would show is written down
RECORD = """() => {
  globalThis.shown = [];
  globalThis.looks = 0;
  const all = clients.matchAll.bind(clients);
  clients.matchAll = async (options) => {
    const found = await all(options);
    setTimeout(() => looks++);
    return found;
  };
  registration.showNotification = async (title, options) => void shown.push([title, options]);
}"""
LOOKED = "(times) => new Promise((done) => setInterval(() => looks === times && done(), 20))"
SHOWN = "shown.map(([title, { body, data }]) => [title, body, data.path])"
# presses the message that was shown last, until its page is found; a browser lets only real presses
# open a window, so its address is written down
PRESS = """async () => {
  globalThis.opened = [];
  clients.openWindow = async (href) => void opened.push(new URL(href).pathname);
  const event = new Event("notificationclick");
  const [, { data }] = shown.at(-1);
  let done;
  const waitUntil = (promise) => (done = promise);
  Object.assign(event, { action: "", notification: { data, close() {} }, waitUntil });
  dispatchEvent(event);
  await done;
  return opened;
}"""


def start_worker(page: Page) -> tuple[Worker, CDPSession]:
    """Open a page of the site and start its worker; it writes down what it would show."""
    line = page.context.new_cdp_session(page)
    with page.context.expect_event("serviceworker") as found:
        line.send("ServiceWorker.enable")
        page.goto("/rules/")
    worker: Worker = found.value
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker.evaluate(RECORD)
    return worker, line


def press(worker: Worker, path: str = "") -> list[str]:
    """Press the last notification, or one that leads to this path; the windows that it opened."""
    if path:
        worker.evaluate("path => shown.push(['Game found', { data: { path } }])", path)
    opened: list[str] = worker.evaluate(PRESS)
    return opened


def push(line: CDPSession, origin: str, message: dict[str, Any]) -> None:
    """Deliver a message as the browser's push service does, to its first registration."""
    message = {"origin": origin, "registrationId": "0", "data": json.dumps(message)}
    line.send("ServiceWorker.deliverPushMessage", message)
