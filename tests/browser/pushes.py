"""Delivers push messages to a page's service worker, and reads its notifications."""

import json
from typing import Any

from playwright.sync_api import CDPSession, Page, Worker

# headless browsers have no notifications, so the worker records them
RECORD = """() => {
  globalThis.shown = [];
  globalThis.looks = 0;
  const all = clients.matchAll.bind(clients);
  clients.matchAll = async (options) => {
    const found = await all(options);
    setTimeout(() => looks++);
    return found;
  };
  // a busy machine keeps a page from answering in time
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (done, ms, ...values) => later(done, ms && 60_000, ...values);
  registration.showNotification = async (title, options) => void shown.push([title, options]);
}"""
LOOKED = "(times) => new Promise((done) => setInterval(() => looks === times && done(), 20))"
SHOWN = "shown.map(([title, { body, data }]) => [title, body, data.path])"
# Clicks the last notification until its page is found. Browsers only open windows for real clicks,
# so the URL is recorded instead.
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
    """Open a page of the site and start its worker, which records notifications."""
    line = page.context.new_cdp_session(page)
    with page.context.expect_event("serviceworker") as found:
        line.send("ServiceWorker.enable")
        page.goto("/rules/")
    worker: Worker = found.value
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker.evaluate(RECORD)
    return worker, line


def press_notification(worker: Worker, path: str = "") -> list[str]:
    """Click the last notification, or the one of a path; return the windows it opened."""
    if path:
        worker.evaluate("path => shown.push(['Game found', { data: { path } }])", path)
    opened: list[str] = worker.evaluate(PRESS)
    return opened


def deliver_push(line: CDPSession, origin: str, message: dict[str, Any]) -> None:
    """Deliver a message to the browser's first registration, like its push service."""
    message = {"origin": origin, "registrationId": "0", "data": json.dumps(message)}
    line.send("ServiceWorker.deliverPushMessage", message)
