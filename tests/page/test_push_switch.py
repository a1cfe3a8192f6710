"""The switch by which a browser is told of turns: on the account page, and where "Over days" is chosen.

Chromium has no push service here. So its subscription is made by hand, with real keys, and ends at a web
server of the test; what arrives there is decrypted and handed to the page's own worker as the browser would.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from server_receivers import Browser, WebServer, eventually

SETTINGS = {
    "PARAPEGMA_NOTICE_DELAY": "0.3",
    "PARAPEGMA_PRIVATE_ADDRESSES": "yes",
    "PARAPEGMA_PUBLIC_URL": "https://tables.example",
    "PARAPEGMA_LOCAL_GAMES": "0",
}
TOLD = "Ophiuchus: it is your turn"
SUBSCRIPTION = """
const made = SUBSCRIPTION;
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || !options.applicationServerKey) throw new TypeError("no key");
  localStorage.setItem("test.subscribed", "yes");
  return { toJSON: () => made };
};
PushManager.prototype.getSubscription = async () => {
  if (!localStorage.getItem("test.subscribed")) return null;
  return { toJSON: () => made, unsubscribe: async () => localStorage.removeItem("test.subscribed") };
};
"""


@pytest.fixture
def web():
    with WebServer() as server:
        yield server


def ready(visit, server, subscription, **settings):
    """A page whose browser allows notifications and has a subscription to give."""
    page = visit("/", url=server.url, service_workers="allow", **settings)
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.add_init_script(SUBSCRIPTION.replace("SUBSCRIPTION;", f"{json.dumps(subscription)};"))
    return page


def switch(page):
    return page.get_by_role("switch", name="Tell me in this browser")


def subscriptions(page):
    return page.evaluate("fetch('/api/v1/notices').then((answer) => answer.json())")["subscriptions"]


def come_in(page):
    """As a guest, on the account page."""
    page.goto("/account")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Come in").click()
    switch(page).wait_for()


def the_same_person(page, server):
    """Whoever uses a browser, as a client that acts without one."""
    client = server.client(None)
    for cookie in page.context.cookies():
        client.http.cookies.set(cookie["name"], cookie["value"])
    return client


def shown_by_worker(page, message):
    """What the page's own worker shows when the browser hands it a push message."""
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    eventually(lambda: page.wait_for_timeout(20) or found)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.evaluate("location.origin"),
            "registrationId": found[-1]["registrationId"],
            "data": message,
        },
    )
    titles = "navigator.serviceWorker.getRegistration().then((worker) => worker.getNotifications())"
    return eventually(lambda: page.evaluate(f"{titles}.then((all) => all.map((each) => each.title))"))


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_who_plays_over_days_switches_it_on_and_is_told_when_no_page_is_open(visit, server_with, web, size):
    server, browser = server_with(**SETTINGS), Browser()
    page = ready(visit, server, browser.subscription(web.url + "/push"), size=size)
    page.goto("/new/ophiuchus")
    page.get_by_label("Over days").check()
    expect(switch(page)).not_to_be_checked()
    with page.expect_response(lambda answer: answer.url.endswith("/notices/push") and answer.ok):
        switch(page).click()
    assert len(subscriptions(page)) == 1
    page.reload()
    page.get_by_label("Over days").check()
    expect(switch(page)).to_be_checked()
    # No page of this server is open when the turn comes.
    page.goto("about:blank")
    table = the_same_person(page, server).open("ophiuchus", seats=["me", "me"])["id"]
    message = browser.unsealed(web.next().body).decode()
    assert [each["id"] for each in json.loads(message)["tables"]] == [table]
    page.goto("/about")
    assert shown_by_worker(page, message) == [TOLD]


def test_on_the_account_page_it_is_switched_on_and_off(visit, server_with, web):
    page = ready(visit, server_with(**SETTINGS), Browser().subscription(web.url + "/push"))
    come_in(page)
    switch(page).click()
    expect(switch(page)).to_be_checked()
    page.get_by_text("Browser 1").wait_for()
    assert len(subscriptions(page)) == 1
    switch(page).click()
    expect(switch(page)).not_to_be_checked()
    page.get_by_text("Browser 1").wait_for(state="detached")
    assert subscriptions(page) == []
    # Ended in the list, it is off in the switch too.
    switch(page).click()
    page.get_by_text("Browser 1").get_by_role("button").click()
    page.get_by_text("Browser 1").wait_for(state="detached")
    expect(switch(page)).not_to_be_checked()
    assert subscriptions(page) == []


def test_where_the_browser_says_no_the_switch_stays_off_and_says_why(visit, server_with):
    page = visit("/", url=server_with(**SETTINGS).url)
    come_in(page)
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    switch(page).click()
    page.get_by_text("The browser does not allow it.").wait_for()
    expect(switch(page)).not_to_be_checked()
    assert subscriptions(page) == []
