// SPDX-License-Identifier: Apache-2.0
// Everything on these pages works without this script; it only speeds up search and tasks.
"use strict";
(() => {
  const policy = window.trustedTypes?.createPolicy("quickstart", { createHTML: (text) => text });
  const parsed = (html) => new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
  const main = () => document.getElementById("content");
  const isPlainClick = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

  // Screen readers announce a region that was empty; text updated on each key press would interrupt the user.
  let telling;
  function tell(text, delay = 0) {
    clearTimeout(telling);
    const status = document.getElementById("status");
    if (!status) return;
    status.textContent = "";
    telling = setTimeout(() => { status.textContent = text; }, delay);
  }

  function showFailure(place, again) {
    const box = document.createElement("div");
    box.className = "failure";
    box.setAttribute("role", "alert");
    const text = document.createElement("p");
    text.textContent = main().dataset.offline;
    box.append(text);
    place.querySelectorAll(":scope > .failure").forEach((old) => old.remove());
    place.prepend(box);
    if (again) window.addEventListener("online", again, { once: true });
  }

  // Search as you type

  const pause = 150;
  let asking, waiting, latest = 0;
  let shown = location.pathname + location.search;
  let isSent = false;

  function search(form, sends) {
    clearTimeout(waiting);
    asking?.abort();
    const number = ++latest;
    const results = document.getElementById("results");
    const query = new URLSearchParams(new FormData(form));
    if (!query.get("q").trim()) query.delete("q");
    const suffix = query.size ? `?${query}` : "";
    const request = asking = new AbortController();
    results.setAttribute("aria-busy", "true");
    tell(results.dataset.searching, 1000);
    fetch(form.dataset.results + suffix, { signal: request.signal, headers: { accept: "text/html" } })
      .then(async (response) => {
        if (response.status === 401) return location.assign("/people" + suffix);
        if (!response.ok) throw new Error(response.status);
        const text = await response.text();
        if (number !== latest) return;
        results.replaceChildren(...parsed(text).body.childNodes);
        results.removeAttribute("aria-busy");
        const address = "/people" + suffix;
        // Back returns to submitted searches, not to each typed letter.
        if (address !== shown) history[isSent ? "pushState" : "replaceState"](null, "", address);
        [shown, isSent] = [address, sends || (isSent && address === shown)];
        watchMore();
        tell(results.querySelector(".found, .sentence")?.textContent ?? "", 800);
      })
      .catch((error) => {
        if (error.name === "AbortError" || number !== latest) return;
        results.removeAttribute("aria-busy");
        tell("");
        showFailure(results, () => search(form, sends));
      });
  }

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form?.dataset.results) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => search(form, false), pause);
  });

  // A page reached by Back shows the results for its URL, not for the last input.
  // A change of only the fragment, as by the skip link, is not a page change.
  window.addEventListener("popstate", () => {
    const isSame = shown === location.pathname + location.search;
    if (!isSame && document.querySelector("[data-results]")) location.reload();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const field = document.getElementById("q");
    if (!field) return;
    const links = [...document.querySelectorAll("#results .person")];
    const place = links.indexOf(document.activeElement);
    if (place < 0 && document.activeElement !== field) return;
    const target = event.key === "ArrowDown" ? links[place + 1] : place <= 0 ? field : links[place - 1];
    if (!target) return;
    event.preventDefault();
    target.focus();
  });

  // More people, loaded by the button or when it scrolls into view

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) showMore(entry.target, false);
  }, { rootMargin: "200px" });
  function watchMore() {
    seen.disconnect();
    const link = document.querySelector("#results .more a");
    // Only after the user scrolls: otherwise, a short list would load completely.
    if (link && document.documentElement.scrollHeight > innerHeight) seen.observe(link);
  }

  async function showMore(link, focuses) {
    if (link.getAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    seen.disconnect();
    const number = latest;
    try {
      const response = await fetch(link.dataset.fragment, { headers: { accept: "text/html" } });
      if (!response.ok) return location.assign(link.href);
      const page = parsed(await response.text());
      if (number !== latest) return;
      const results = document.getElementById("results");
      const first = page.querySelector(".person");
      results.querySelector(".people").append(...page.querySelectorAll(".people > li"));
      results.querySelector(".found")?.replaceWith(...page.querySelectorAll(".found"));
      link.closest(".more").replaceWith(...page.querySelectorAll(".more, .note"));
      history.replaceState(null, "", link.href.split("#")[0]);
      shown = location.pathname + location.search;
      if (focuses) first?.focus();
      watchMore();
    } catch {
      link.removeAttribute("aria-busy");
      showFailure(link.closest(".more"));
    }
  }

  // Forms and links that update part of the page

  async function swap(address, options) {
    const response = await fetch(address, { ...options, headers: { accept: "text/html" } });
    if (response.status === 401) return false;
    const page = parsed(await response.text());
    const next = page.getElementById("content");
    if (!next) return false;
    const focused = document.activeElement?.id;
    // Otherwise, the browser would log that it ignores the attribute in a fragment.
    const wanted = next.querySelector("[autofocus]");
    wanted?.removeAttribute("autofocus");
    document.title = page.title;
    main().replaceChildren(...next.childNodes);
    history.replaceState(null, "", response.url || address);
    shown = location.pathname + location.search;
    const edited = options?.body?.get("edit");
    const places = [focused && `#${CSS.escape(focused)}`, edited && `#change-${CSS.escape(edited)}`,
      ".undo button", "#text", "h1"];
    const target = wanted ?? places.map((place) => place && main().querySelector(place)).find((element) => element);
    if (!target) return true;
    if (target.tagName === "H1") target.tabIndex = -1;
    target.focus();
    // Place the cursor at the end of the text.
    if (target.type === "text") target.setSelectionRange(target.value.length, target.value.length);
    return true;
  }

  const sent = new WeakSet();
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.dataset.results) {
      event.preventDefault();
      return search(form, true);
    }
    if (form.method !== "post") return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    // A page restored from the back/forward cache can be submitted again.
    window.addEventListener("pageshow", () => sent.delete(form), { once: true });
    if (!("live" in form.dataset)) return;
    event.preventDefault();
    const { submitter } = event;
    try {
      const body = new URLSearchParams(new FormData(form, submitter));
      if (await swap(form.action, { method: "POST", body })) return;
      // The session has ended: the browser submits the form itself, so that it survives the sign-in.
      form.removeAttribute("data-live");
      sent.delete(form);
      form.requestSubmit(submitter);
    } catch {
      sent.delete(form);
      showFailure(main());
    }
  });

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-live], .more a");
    if (link && isPlainClick(event)) {
      event.preventDefault();
      if (link.dataset.fragment) return showMore(link, true);
      // A second click would discard text that was typed after the first.
      if (sent.has(link)) return;
      sent.add(link);
      try {
        if (!await swap(link.href)) location.assign(link.href);
      } catch {
        location.assign(link.href);
      }
    }
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    const before = copy.textContent;
    await navigator.clipboard.writeText(copy.dataset.copy);
    copy.textContent = copy.dataset.copied;
    tell(copy.dataset.copied);
    setTimeout(() => { copy.textContent = before; }, 2000);
  });

  const languages = document.getElementById("language");
  languages.form.querySelector("button").hidden = true;
  languages.addEventListener("change", () => languages.form.requestSubmit());
  if (navigator.clipboard) document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  watchMore();
})();
