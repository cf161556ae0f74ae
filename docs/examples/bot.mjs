// A bot that plays one game of Rock Paper Scissors Extreme against an AI player.
//
//     node bot.mjs https://SITE "Owl Bot" PASSWORD
//
// It needs Node 22 and no package. docs/BOTS.md says how an account becomes a bot, docs/PROTOCOL.md what the site sends.
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const [url, name, password] = process.argv.slice(2);
const site = new URL(url).origin;
const cookies = new Map();

const cookieLine = () => [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");

/** Send a request with the cookies of the session, and keep those of the answer. */
async function ask(path, options = {}) {
  const headers = { Cookie: cookieLine(), ...options.headers };
  const answer = await fetch(site + path, { ...options, headers, redirect: "manual" });
  for (const line of answer.headers.getSetCookie()) {
    const [, key, value] = line.match(/^([^=]+)=([^;]*)/);
    cookies.set(key, value);
  }
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}

/** Send a form with the token that the site asks for. */
async function sendForm(path, fields) {
  await ask("/accounts/login/");
  const token = cookies.get("__Host-csrftoken") ?? cookies.get("csrftoken");
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, ...fields });
  return ask(path, { method: "POST", body, headers: { Origin: site } });
}

const pickOne = (list) => list[Math.floor(Math.random() * list.length)];

/** Return a legal action: points instead of the first pick, and anything otherwise. */
function chooseAction(view) {
  return view.legal.find((action) => action.do === "score") ?? pickOne(view.legal);
}

/** Play at a table until the game is over; return the places. */
function playGame(path) {
  const ownBytes = randomBytes(16);
  const headers = { Cookie: cookieLine(), Origin: site };
  const socket = new WebSocket(`${site.replace("http", "ws")}/ws${path}`, { headers });
  const send = (message) => socket.send(JSON.stringify(message));
  let version = -1;
  let [answered, sealed, last] = [null, null, null];
  return new Promise((resolve, reject) => {
    socket.onclose = ({ code }) => reject(new Error(`the socket was closed with ${code}`));
    socket.onmessage = async ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.code === "too-fast") {
        await wait(500);
        return send(last);
      }
      if (frame.type === "refused") return reject(new Error(`refused: ${frame.code}`));
      if (!["snapshot", "events"].includes(frame.type) || frame.version < version) return;
      version = frame.version;
      const { view, question, pause } = frame;
      const stage = frame.fair?.stage;
      if (stage === "pledge" && sealed === null)
        send({ type: "pledge", hash: createHash("sha256").update(ownBytes).digest("hex") });
      if (stage === "reveal" && sealed === "pledge")
        send({ type: "reveal", bytes: ownBytes.toString("hex") });
      sealed = stage ?? sealed;
      if (view?.places) {
        resolve(view.places);
      } else if (view?.legal.length && question !== answered) {
        answered = question;
        await wait(pause);
        last = { type: "act", question, action: chooseAction(view) };
        send(last);
      }
    };
  });
}

await sendForm("/accounts/login/", { login: name, password });
const answer = await sendForm("/play/ai/", { game: "rps-extreme", level: "easy", length: "usual" });
const places = await playGame(answer.headers.get("Location"));
console.log("Places:", places);
process.exit(0);
