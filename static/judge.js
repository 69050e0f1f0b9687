// Keys: one for every answer, and a few for the page. They act on the part that is marked.
(() => {
  const KEYS_OFF = "judge:keys-off";
  const TYPED_IN = "textarea, select, input:not([type=radio], [type=checkbox])";
  const SETTLE = 600;
  const form = () => document.getElementById("judging");
  const parts = () => [...document.querySelectorAll("#judging [data-part]")].filter((part) =>
    part.checkVisibility?.() ?? part.offsetParent);
  let shownAt = -Infinity;

  const current = () => document.querySelector("#judging [data-part].on");
  const mark = (part) => {
    if (!part || part === current()) return;
    current()?.classList.remove("on");
    part.classList.add("on");
  };
  const controls = (part) => [...part.querySelectorAll("input, textarea, button:not([data-move])")];

  const go = (step) => {
    const all = parts().filter((part) => !part.closest(".more"));
    const next = all[all.indexOf(current()) + step];
    if (!next) return;
    mark(next);
    controls(next)[0]?.focus();
  };

  // On to the next choice; into a text only who means to goes.
  const goOn = (part) => {
    const all = parts().filter((each) => !each.closest(".more") && each.dataset.part !== "text");
    const next = all[all.indexOf(part) + 1];
    if (next) controls(next)[0]?.focus();
  };

  const step = (by) => {
    const all = parts().flatMap(controls);
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? controls(current() ?? document.body)[0] : all[at + by];
    next?.focus();
  };

  const panel = () => document.querySelector("#skip[open]");
  // While the reasons to skip are open, keys mean them alone.
  const press = (key) => {
    const on = panel()?.querySelector("[data-part]") ?? current();
    const all = panel() ? [on] : parts();
    const order = on ? [on, ...all.slice(all.indexOf(on) + 1), ...all] : all;
    for (const part of order) {
      if (part.closest(".more") && !panel()) continue;
      const found = [...part.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
      if (found) return choose(part, found);
    }
    return false;
  };

  const choose = (part, found) => {
    mark(part);
    if (found.matches("li")) document.dispatchEvent(new CustomEvent("judge:rank", { detail: found }));
    else found.click();
    if (!found.matches("button, li")) found.focus();
    if (found.type === "radio") goOn(part);
    return true;
  };

  const reveal = (details) => {
    const place = details.open && details.querySelector(details.id === "skip" ? "button" : "textarea");
    if (!place) return details.querySelector("summary").focus();
    place.focus({ preventScroll: true });
    details.scrollIntoView({ block: "nearest" });
  };
  const open = (id) => {
    const details = document.getElementById(id);
    if (!details) return;
    details.open = !(id === "skip" && details.open);
    reveal(details);
  };
  document.addEventListener("click", ({ target }) => {
    const details = target.closest?.(".more summary")?.parentElement;
    if (details) setTimeout(() => reveal(details)); // once it is open, or shut
  });
  const shut = () => {
    panel().open = false;
    document.querySelector("#skip > summary").focus();
    mark(parts().find((part) => !part.closest(".more")));
  };
  // A reason of one's own is written first.
  const lacksReason = (button) => button?.value === "other" && button.name === "skip"
    && !["why", "comment-text"].some((id) => document.getElementById(id).value.trim());
  document.addEventListener("submit", (event) => {
    if (!lacksReason(event.submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.getElementById("why").focus();
  }, true);

  const send = () => {
    const button = form()?.querySelector(".answer.again") ?? document.getElementById("send");
    button?.click();
    return Boolean(button);
  };

  const COMMANDS = {
    "?": () => document.getElementById("guide")?.click(),
    u: () => document.getElementById("undo")?.click(),
    s: () => open("skip"),
    c: () => open("comment"),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  };

  const command = (event, key) => {
    const target = event.target;
    if (key === "Enter") return !target.closest("button, a, summary") && send();
    const arrow = key.startsWith("Arrow");
    if (arrow && (target.type === "radio" || !form())) return false;
    if (arrow && !form().querySelector("[data-part=some], [data-part=order]")) return false;
    if (COMMANDS[key]) return (COMMANDS[key](), true);
    return !form()?.inert && press(key);
  };

  // Out of a text first, then out of the reasons to skip, then off the unit that is judged.
  const escape = (target) => {
    if (document.querySelector("dialog[open]")) return;
    if (panel()?.contains(target) || (panel() && !target.matches(TYPED_IN))) return shut();
    if (target.matches(TYPED_IN)) return target.blur();
    document.getElementById("on")?.click();
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) return escape(event.target);
    if (event.key === "Enter" && event.target.id === "why" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      return panel().querySelector("[value=other]").click();
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (document.querySelector("dialog[open]")) {
      if (event.key === "?" && !event.target.matches(TYPED_IN)) guide().close();
      return;
    }
    if (event.target.matches(TYPED_IN) || document.body.classList.contains("keyless")) return;
    if (isSettling() || event.target.matches(".notice")) return; // read it first
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (command(event, key)) event.preventDefault();
  });

  document.addEventListener("focusin", ({ target }) => {
    const part = target.closest("#judging [data-part]");
    if (part && panel() && !panel().contains(part)) panel().open = false;
    mark(part);
  });

  // A second press that was meant for the unit before must not answer this one unread.
  const isSettling = () => performance.now() - shownAt < SETTLE;
  let began = 0;
  const guard = (event) => {
    if (event.type === "click" && event.detail === 1) began = performance.now();
    const late = event.detail > 1 && began < shownAt;
    if (!event.target.closest?.("#_judge, #guide-text") || !(late || isSettling())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", guard, true);
  document.addEventListener("submit", guard, true);

  // WCAG 2.1.4: single keys can be switched off.
  const toggle = document.getElementById("keys");
  const showKeys = (off) => {
    document.body.classList.toggle("keyless", off);
    toggle.textContent = off ? "Switch the keys on" : "Switch the keys off";
  };
  toggle.addEventListener("click", () => {
    const off = !document.body.classList.contains("keyless");
    try {
      localStorage.setItem(KEYS_OFF, off ? "1" : "");
    } catch { /* It is off until the page is left. */ }
    showKeys(off);
  });
  try {
    showKeys(localStorage.getItem(KEYS_OFF) === "1");
  } catch { /* Keys stay on. */ }

  // The guidelines lie over the page and are fetched once; a question is asked there, too.
  const guide = () => document.getElementById("guidelines");
  const guideText = document.getElementById("guide-text");
  let fetched = false;
  const tell = (event) => {
    if (!guide().contains(event.target)) return;
    const line = guideText.querySelector(".trouble-here") ?? document.createElement("p");
    line.className = "notice no trouble-here";
    line.textContent = "That did not get through. Try again.";
    if (fetched) guideText.querySelector("form").append(line);
    else guideText.replaceChildren(line);
  };
  for (const name of ["sendError", "timeout", "responseError"]) {
    document.addEventListener(`htmx:${name}`, tell);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#guide");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    guide().showModal();
    if (!fetched) htmx.ajax("GET", link.href, { source: guideText, target: guideText });
  });

  const look = (place) => {
    shownAt = performance.now();
    mark(parts()[0]);
    place?.focus({ preventScroll: true });
  };
  // Where a problem is mended: in its text, at its part; else the problem itself is read first.
  const problemIn = (place) => place.querySelector("[role=alert][tabindex], section[role=alert] h2");
  const toMend = (problem) => {
    const text = document.querySelector("#judging [aria-invalid]");
    const part = problem.closest("[data-part]");
    return text ?? (part ? controls(part)[0] : problem);
  };
  const PLACES = ["#told", ".unit .new [tabindex]", ".unit h1"];
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (guide().contains(target)) {
      if (fetched) shownAt = performance.now();
      fetched = true;
      const place = guideText.querySelector("[role=status], [role=alert]");
      return place?.focus();
    }
    const problem = problemIn(target);
    const place = PLACES.map((each) => target.querySelector(each)).find(Boolean);
    look(problem ? toMend(problem) : place);
    if (problem) return problem.scrollIntoView({ block: "center" });
    scrollTo(0, 0);
    if (place?.closest(".new")) place.closest(".new").scrollIntoView({ block: "nearest" });
  });
  const said = document.getElementById("said");
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    const words = [...target.querySelectorAll("[data-say]")].map((each) => each.textContent);
    if (words.length) said.textContent = words.join(" ");
  });
  mark(parts()[0]);
  const problem = problemIn(document.getElementById("_judge"));
  if (problem) toMend(problem).focus();
})();

// Orders: rows move between those with a place and those without; the lists of places follow.
(() => {
  const say = (text) => {
    document.getElementById("said").textContent = text;
  };
  const select = (row) => row.querySelector("select");
  const isBad = (row) => row.querySelector("input")?.checked;

  const number = (order) => {
    order.querySelectorAll(".placed > li").forEach((row, at) => (select(row).value = at + 1));
    order.querySelectorAll(".unplaced > li").forEach((row) => (select(row).value = ""));
    order.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const settle = (row, place) => {
    const order = row.closest(".order");
    const placed = order.querySelector(".placed");
    const focus = document.activeElement;
    if (place === null) order.querySelector(".unplaced").append(row);
    else placed.insertBefore(row, [...placed.children].filter((each) => each !== row)[place] ?? null);
    if (place !== null && isBad(row)) row.querySelector("input").checked = false;
    if (row.contains(focus)) focus.focus();
    number(order);
    const all = placed.children.length;
    say(place === null ? `${row.dataset.name} has no place.`
      : `${row.dataset.name} has place ${select(row).value} of ${all}.`);
  };

  const at = (row) => [...row.parentElement.children].indexOf(row);
  const placedOf = (row) => row.closest(".order").querySelector(".placed");

  document.addEventListener("judge:rank", ({ detail: row }) => {
    settle(row, row.closest(".placed") ? null : placedOf(row).children.length);
  });
  document.addEventListener("click", ({ target, detail }) => {
    const button = target.closest("[data-move]");
    const row = button?.closest("li");
    if (!row) return;
    if (detail) button.blur(); // after a click of a mouse, Enter sends
    if (!row.closest(".placed")) settle(row, placedOf(row).children.length);
    else settle(row, Math.max(0, at(row) + Number(button.dataset.move)));
  });
  document.addEventListener("change", ({ target }) => {
    const row = target.closest?.(".rank");
    if (!row || !target.matches("select, input")) return;
    if (target.matches("select")) settle(row, target.value ? target.value - 1 : null);
    else if (target.checked) settle(row, null);
  });
  document.addEventListener("judge:restored", () => {
    for (const order of document.querySelectorAll(".order")) {
      const rows = [...order.querySelectorAll(".rank")];
      rows.sort((one, other) => (select(one).value || 99) - (select(other).value || 99));
      for (const row of rows) {
        order.querySelector(select(row).value ? ".placed" : ".unplaced").append(row);
      }
    }
  });
})();

// Time: what the unit was looked at, and the session; both stand still while nobody is there.
(() => {
  const IDLE = 60_000;
  const SESSION = `judge:session:${location.pathname.split("/").slice(0, 4).join("/")}`;
  const clock = document.getElementById("clock");
  let last = performance.now();
  let active = last;
  let unit = 0;
  let session = Number(sessionStorage.getItem(SESSION)) || 0;

  const tick = () => {
    const now = performance.now();
    const spent = Math.min(now - last, 2000);
    last = now;
    if (document.hidden || now - active > IDLE) return;
    unit += spent;
    session += spent;
    sessionStorage.setItem(SESSION, Math.round(session));
    const minutes = Math.floor(session / 60_000);
    clock.hidden = minutes === 0;
    clock.textContent = `${minutes} min at work`;
  };
  for (const name of ["keydown", "pointermove", "pointerdown", "scroll", "input", "focus"]) {
    addEventListener(name, () => (active = performance.now()), { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", tick);
  setInterval(tick, 1000);

  document.addEventListener("submit", ({ target }) => {
    if (target.id !== "judging" || target.inert) return; // sent again, it tells the same time
    tick();
    target.elements.seconds.value = (unit / 1000).toFixed(1);
  }, true);
  document.addEventListener("judge:restored", ({ detail }) => (unit = 1000 * (detail ?? 0)));
  document.addEventListener("judge:shown", () => (unit = 0));
  document.addEventListener("judge:time", ({ detail }) => (detail.seconds = unit / 1000));
})();

// Drafts: what is not stored yet is kept in this browser, and sent when the network is back.
(() => {
  const PREFIX = "judge:draft:";
  const AGAIN = 5000;
  const WEEK = 7 * 24 * 3600 * 1000;
  const OWN = new Set(["csrfmiddlewaretoken", "unit", "key", "revision", "seconds"]);
  const unsent = document.getElementById("unsent");
  const form = () => document.getElementById("judging");
  let pending = null;
  let flying = null;
  let sender = null;

  const name = () => form() && PREFIX + form().dataset.draft;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const forget = (key) => {
    try {
      if (key) localStorage.removeItem(key);
    } catch { /* Nothing is kept where nothing can be. */ }
  };
  const drafts = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    } catch {
      return [];
    }
  };

  const keep = (button) => {
    if (!form()) return;
    const fields = [...new FormData(form())].filter(([field]) => !OWN.has(field));
    const time = {};
    document.dispatchEvent(new CustomEvent("judge:time", { detail: time }));
    const pressed = button?.name ? [button.name, button.value] : null;
    const draft = { fields, pressed, seconds: time.seconds, at: Date.now() };
    try {
      localStorage.setItem(name(), JSON.stringify(draft));
    } catch { /* The form itself still holds it. */ }
  };

  const fill = (fields) => {
    for (const control of form().elements) {
      if (!control.name || OWN.has(control.name)) continue;
      const values = fields.filter(([field]) => field === control.name).map(([, value]) => value);
      if (control.matches("[type=radio], [type=checkbox]")) {
        control.checked = values.includes(control.value);
      } else if (control.matches("textarea, select, input")) control.value = values[0] ?? "";
    }
    const comment = document.getElementById("comment");
    if (comment?.querySelector("textarea").value) comment.open = true;
  };

  const restore = () => {
    document.dispatchEvent(new CustomEvent("judge:shown"));
    const draft = form() && read(name());
    if (!draft) return;
    fill(draft.fields);
    if (draft.pressed) showPressed(...draft.pressed);
    document.dispatchEvent(new CustomEvent("judge:restored", { detail: draft.seconds }));
  };

  // An answer that was pressed and never stored is not sent unasked after a reload or a sign-in.
  const showPressed = (field, value) => {
    const button = [...form().querySelectorAll("button[name]")].find(
      (each) => each.name === field && each.value === value);
    if (!button) return;
    button.closest("details")?.setAttribute("open", "");
    button.classList.add("again");
    press(button);
    const line = document.createElement("p");
    line.className = "notice pending";
    const send = document.createElement("button");
    send.type = "button";
    send.className = "button";
    send.innerHTML = 'Send it <kbd aria-hidden="true">Enter</kbd>';
    send.addEventListener("click", () => form().requestSubmit(button));
    const said = button.querySelector("b").textContent;
    line.append(`You chose “${said}”; it was not stored yet. Choose again, or `, send);
    form().querySelector(".unit").before(line);
  };
  const press = (button) => {
    for (const other of form().querySelectorAll("[aria-pressed]")) other.removeAttribute("aria-pressed");
    button.setAttribute("aria-pressed", "true");
  };

  const isOurs = ({ elt }) => Boolean(elt.closest("#_judge"));
  const release = () => {
    if (pending) pending.form.inert = false;
    pending = null;
    unsent.hidden = true;
  };
  // The same form with the same key, so that it is stored once, however often it is sent.
  const wait = (detail) => {
    if (!isOurs(detail)) return;
    pending = { form: detail.elt, button: sender };
    if (sender?.name) press(sender);
    pending.form.inert = true;
    unsent.hidden = false;
  };
  const again = () => {
    if (!pending?.form.isConnected) return release();
    pending.form.requestSubmit(pending.button);
  };

  // What is on its way is not changed by another press, nor by what htmx takes for the button.
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (!target.closest("#_judge")) return;
    const stays = flying === target || (pending && submitter !== pending.button);
    if (!stays) return void (sender = submitter);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (isOurs(detail)) flying = detail.elt;
  });
  document.addEventListener("htmx:afterRequest", () => (flying = null));
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (!isOurs(detail) || !detail.elt.matches("form")) return;
    for (const { name } of detail.elt.querySelectorAll("button[name]")) detail.formData.delete(name);
    if (sender?.name) detail.formData.set(sender.name, sender.value);
  });
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id === "judging") {
      if (!pending) keep(submitter);
    } else if (target.getAttribute("action")?.endsWith("/sign-out/")) {
      stop();
      drafts().forEach(forget);
    }
  });
  let typing = null;
  const stop = () => {
    clearTimeout(typing);
    typing = null;
  };
  const keepNow = () => {
    stop();
    keep();
  };
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (!target.closest?.("#judging")) return;
      clearTimeout(typing);
      typing = setTimeout(keepNow, 200);
    });
  }
  addEventListener("pagehide", () => typing !== null && keepNow());

  document.addEventListener("htmx:sendError", ({ detail }) => wait(detail));
  document.addEventListener("htmx:timeout", ({ detail }) => wait(detail));
  // The page has grown old, as after another sign-in: the draft comes back on the new one, or is
  // told of where that shows another unit.
  const LOST = "judge:lost";
  const note = ({ elt }) => {
    if (elt !== form()) return;
    const said = sender?.name ? sender.querySelector("b").textContent : "";
    const about = form().querySelector(".unit").innerText.split("\n").filter(Boolean)[0];
    try {
      sessionStorage.setItem(LOST, JSON.stringify({ name: name(), said, about }));
    } catch { /* It is a draft still. */ }
  };
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (!isOurs(detail)) return;
    if (detail.xhr.status >= 500) return wait(detail);
    note(detail);
    location.reload();
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    if (detail.xhr.getResponseHeader("HX-Redirect")) note(detail);
  });
  const tellLost = () => {
    let lost = null;
    try {
      lost = JSON.parse(sessionStorage.getItem(LOST));
      sessionStorage.removeItem(LOST);
    } catch { /* Nothing was noted. */ }
    if (!lost || lost.name === name()) return;
    const line = document.createElement("p");
    line.className = "notice no";
    line.setAttribute("role", "alert");
    const said = lost.said ? `“${lost.said}”` : "Your answer";
    line.textContent = `${said} to “${lost.about}” was not stored, for that page was out of date. It shows another unit now.`;
    document.querySelector("#_judge .way").after(line);
  };
  addEventListener("online", () => pending && again());
  setInterval(() => pending && again(), AGAIN);

  let before = null;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap || detail.target.id !== "_judge") return;
    before = name();
    stop();
  });
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.closest("dialog")) return;
    release();
    if (name() === before && before) return; // refused: the page holds what was chosen
    if (!target.querySelector("[data-keep]")) forget(before);
    restore();
  });

  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("#on")) return;
    stop();
    forget(name()); // nothing is to change
  });

  for (const key of drafts()) if (!(read(key)?.at > Date.now() - WEEK)) forget(key);
  restore();
  tellLost();
})();
