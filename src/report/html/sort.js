"use strict";
// Click a heading to sort by its column; click again to turn the order round.
// "#sort=ID.COLUMN" (columns count from 1) in the address sorts on opening.
(function () {
  function value(row, at) {
    const text = row.cells[at] ? row.cells[at].textContent.trim() : "";
    const number = Number(text);
    if (text === "" || text === "–") return { missing: true };
    return Number.isNaN(number) ? { text: text } : { number: number };
  }
  function compare(a, b) {
    if (a.missing || b.missing) return (a.missing ? 1 : 0) - (b.missing ? 1 : 0);
    if ("number" in a && "number" in b) return a.number - b.number;
    return String(a.text ?? a.number).localeCompare(String(b.text ?? b.number));
  }
  function sort(table, at) {
    const heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
    const head = heads[at];
    if (!head) return;
    // Numbers start with the largest.
    const rows = Array.from(table.tBodies[0].rows);
    const numeric = rows.some((row) => "number" in value(row, at));
    const before = head.getAttribute("aria-sort");
    const order = before ? (before === "ascending" ? "descending" : "ascending")
      : numeric ? "descending" : "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const keyed = rows.map((row, index) => ({ row: row, key: value(row, at), index: index }));
    keyed.sort((a, b) => {
      const missing = a.key.missing || b.key.missing;
      return (missing ? 1 : sign) * compare(a.key, b.key) || a.index - b.index;
    });
    for (const item of keyed) table.tBodies[0].appendChild(item.row);
  }
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
    Array.from(heads).forEach((head, at) => {
      const button = head.querySelector("button");
      if (button) button.addEventListener("click", () => sort(table, at));
    });
  }
  const wish = /^#sort=([\w-]+)\.(\d+)$/.exec(location.hash);
  if (wish) {
    const place = document.getElementById(wish[1]);
    const table = place && place.querySelector("table.sortable");
    if (table) { sort(table, Number(wish[2]) - 1); place.scrollIntoView(); }
  }
  document.documentElement.dataset.ready = "yes";
})();
