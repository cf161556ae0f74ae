/** The table of a replay: both players' cards, the center, and the throws that this view knows. */

import { html, nothing } from "../../density/vendor/lit-html/lit-html.js";
import { t, tn } from "../../density/words.js";
import { avatarView, backView, iconView, slotView } from "../../games/table/parts/parts.js";
import { nearOf, viewAt } from "../../games/replay/state.js";
import { viewAfter } from "../table/after.js";
import { itemChip, itemView, signDrawing } from "../table/card.js";
import { BEATS, SIGN_NAMES, readItem } from "../table/items.js";

import { StepBeats, seenEvents } from "./effects.js";
import { activityWords } from "../table/text.js";

/**
 * @typedef {import("../table/protocol.js").Player} Player
 * @typedef {import("../table/protocol.js").View & {coming?: string[]}} View
 * @typedef {import("../table/protocol.js").GameEvent} GameEvent
 * @typedef {import("../table/items.js").Sign} Sign
 */

/** @param {Player} player */
export function stageView(player) {
  const view = seenAt(player);
  const { shown, story } = player;
  if (!view || !shown || !story) return html`<div class="rx"><div class="slab"></div></div>`;
  const near = nearOf(shown.view, story.you);
  const acting = actingAt(player);
  return html`<div class="rx" dir="ltr"><div class="slab" aria-hidden="true"></div>
    <section class="rx-seat" data-side="theirs" aria-label=${player.names[1 - near]}>${plateView(player, view, 1 - near)}${itemsView(view, 1 - near, acting)}</section>
    ${throwsView(player, view, near)}
    <div class="center" role="group" aria-label=${t("Center")}>${view.center.map((code) => (code ? actingCard(code, acting) : slotView(t("picked"))))}</div>
    ${pilesView(view)}
    <section class="rx-seat" data-side="own" aria-label=${player.names[near]}>${itemsView(view, near, acting)}${plateView(player, view, near)}</section>
    ${trackView(player, view, 1 - near, "theirs")} ${trackView(player, view, near, "own")}</div>`;
}

/**
 * The position of a step: one of its moments, or its end. If the step begins a new throw or ends the
 * challenge, the position before that.
 * @param {Player} player
 * @returns {View | null}
 */
export function seenAt(player) {
  const { chapter, shown } = player;
  if (!chapter || !shown) return null;
  const now = viewAt(chapter, shown.step);
  const before = viewAt(chapter, shown.step - 1);
  const beat = stepBeats.at(player);
  if (player.learning) return now;
  if (beat) return { ...beat.view, asked: [], phase: "over", coming: before?.coming };
  const { events, cut } = seenEvents(chapter, shown.step);
  if (!cut || !before) return now;
  const seen = events.reduce(viewAfter, before);
  return { ...seen, asked: [], phase: "over", coming: now?.coming };
}

/** The moments of the step on the page. */
const stepBeats = new StepBeats();

/** The events shown now: of one moment, or of the whole step. @param {Player} player @returns {GameEvent[]} */
const eventsAt = (player) =>
  stepBeats.at(player)?.events ?? player.chapter?.steps[player.shown?.step ?? 0]?.events ?? [];

/**
 * Whether a line of the step is shown now.
 * @param {Player} player
 * @param {import("../table/lines.js").Line} line
 */
export const isNow = (player, { event }) =>
  !stepBeats.at(player) || (!!event && eventsAt(player).includes(event));

/** The cards that have an effect now. @param {Player} player @returns {string[]} */
function actingAt(player) {
  return eventsAt(player).flatMap((event) => {
    const causes =
      "cause" in event && event.cause ? [event.cause] : "claims" in event ? event.claims : [];
    return causes.flatMap(({ card: code, by }) => [code, by ?? ""]);
  });
}

/** @param {string} code @param {string[]} acting */
function actingCard(code, acting) {
  const drawn = itemView(code);
  return html`<span class="rx-card" data-acting=${acting.includes(code) ? "" : nothing}>${drawn}</span>`;
}

/** @param {View} view @param {number} seat @param {string[]} acting */
function itemsView(view, seat, acting) {
  const codes = view.seats[seat].items;
  const free = Math.max(0, view.hand_limit - codes.length);
  return html`<div class="items" role="group" aria-label=${t("Cards")} data-count=${Math.max(codes.length, view.hand_limit)}>${codes.map((code) => actingCard(code, acting))}${Array.from(
    { length: free },
    () => html`<span class="rx-card" aria-hidden="true"><span class="card slot"></span></span>`,
  )}</div>`;
}

/** @param {Player} player @param {View} view @param {number} seat */
function plateView({ story, names }, view, seat) {
  const { score, place } = view.seats[seat];
  const isAsked = view.asked.includes(seat);
  const status = place === 1 ? t("Winner") : statusOf(view, seat);
  return html`<div class="rx-plate" data-turn=${isAsked ? "" : nothing} data-noted=${status ? "" : nothing}>${avatarView(story?.seats[seat])}
    <p class="rx-name">${story?.seats[seat].kind === "ai" ? iconView("ai") : nothing}<span>${names[seat]}</span></p>
    <p class="rx-status">${status}</p>
    <p class="points"><b class="num">${score}</b><span>${tn("point", "points", score)}</span></p></div>`;
}

/**
 * The status of a seat: what it is doing, or its choice if this view knows it.
 * @param {View} view
 * @param {number} seat
 */
function statusOf({ seats, asked, phase }, seat) {
  const { answered, choice } = seats[seat];
  if (asked.includes(seat)) return activityWords(phase);
  if (!answered) return "";
  if (choice && "card" in choice && choice.card)
    return t("Chose {card}", { card: readItem(choice.card).name });
  if (choice?.do === "pass") return t("Drinks nothing");
  return phase === "throw" ? t("Has thrown") : t("Has chosen");
}

/** @param {Player} player @param {View} view @param {number} near */
function throwsView(player, view, near) {
  const { sign: own } = view.seats[near];
  const { sign: theirs } = view.seats[1 - near];
  return html`<div class="throws">${discView(player, view, 1 - near, "theirs")}<p class="verdict">${verdictWords(own, theirs, view.winner !== null)}</p>${discView(player, view, near, "own")}</div>`;
}

/** @param {Sign | null} own @param {Sign | null} theirs @param {boolean} won */
function verdictWords(own, theirs, won) {
  if (!own || !theirs) return t("against");
  if (own === theirs) return won ? t("decided by a card") : t("the same sign");
  const [better, worse] = BEATS[own] === theirs ? [own, theirs] : [theirs, own];
  return t("{better} beats {worse}", { better: SIGN_NAMES[better], worse: SIGN_NAMES[worse] });
}

/**
 * The throw of a seat: revealed, chosen and known to this view, chosen, or missing.
 * @param {Player} player
 * @param {View} view
 * @param {number} seat
 * @param {"own" | "theirs"} side
 */
function discView({ names }, view, seat, side) {
  const { sign, answered, choice } = view.seats[seat];
  const ownSign = choice?.do === "throw" ? choice.sign : null;
  const hidden = !sign && (ownSign !== null || (answered && view.phase === "throw"));
  const seen = sign ?? ownSign;
  const words = seen ? SIGN_NAMES[seen] : hidden ? t("Has thrown") : "";
  const label = seen
    ? t("{name}: {sign}", { name: names[seat], sign: SIGN_NAMES[seen] })
    : hidden
      ? t("{who} has thrown.", { who: names[seat] })
      : t("{name} hasn’t thrown yet", { name: names[seat] });
  return html`<div class="disc" data-side=${side} data-state=${sign ? "shown" : hidden ? "hidden" : "none"} data-won=${view.winner === seat ? "" : nothing}
    role="img" aria-label=${label}><span class="disc-face">${seen ? signDrawing(seen) : hidden ? iconView("check") : nothing}</span><span class="disc-words">${words}${
      view.winner === seat ? html` <b class="badge" data-kind="go">${t("Winner")}</b>` : nothing
    }</span></div>`;
}

/** The supply with its next card if this view knows it, and the discard pile. @param {View} view */
function pilesView({ supply, coming, discard, black }) {
  const top = discard.at(-1);
  const next = coming?.[0];
  return html`<div class="rx-piles"><div class="supply"><span class="pile-label" aria-hidden="true">${t("Supply")} <b>${supply}</b></span>${
    next
      ? html`<span class="rx-next">${itemView(next, { label: t("{card}, next in the supply", { card: readItem(next).name }) })}</span>`
      : html`<span role="img" aria-label=${tn("Supply, {count} card", "Supply, {count} cards", supply)}>${backView({ stack: supply > 1 })}</span>`
  }</div>
    <div class="gone"><span class="pile-label" aria-hidden="true">${t("Discard")} <b>${discard.length}</b></span>${
      top
        ? itemView(top, {
            stack: discard.length > 1,
            label: t("Discard pile: {card}", { card: readItem(top).name }),
          })
        : slotView(t("Empty"))
    }</div></div>
    ${black ? html`<p class="black-note">${itemChip("black-potion", { small: true })}<span>${t("totems, scrolls and athames do nothing until this challenge ends")}</span></p>` : nothing}`;
}

/**
 * The points of a seat on the track to the target.
 * @param {Player} player
 * @param {View} view
 * @param {number} seat
 * @param {"own" | "theirs"} side
 */
function trackView({ names }, { seats, target }, seat, side) {
  const { score } = seats[seat];
  return html`<div class="track" data-side=${side} data-near=${target - score <= 3 ? "" : nothing} role="img"
    aria-label=${t("{name}: {score} of {target} points", { name: names[seat], score, target })}><b class="num track-target" aria-hidden="true">${target}</b>
    <span class="track-core" aria-hidden="true">${Array.from({ length: target }, (_, index) => html`<i data-on=${target - index <= score ? "" : nothing} data-five=${(target - index) % 5 === 0 ? "" : nothing}></i>`)}</span>
    <b class="num track-score" aria-hidden="true">${score}</b></div>`;
}
