// Conveniences only: everything on the page is there without them.
(function () {
  "use strict";

  // Filter findings by any word in them.
  var tools = document.getElementById("tools");
  var articles = Array.from(document.querySelectorAll(".findings article"));
  if (tools && articles.length > 1) {
    tools.hidden = false;
    var input = document.getElementById("filter");
    var status = document.getElementById("filtered");
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      var shown = 0;
      articles.forEach(function (a) {
        var text = a.textContent.toLowerCase();
        var hit = words.every(function (w) { return text.includes(w); });
        a.hidden = !hit;
        if (hit) { shown++; }
        var rest = a.closest("details.rest");
        if (rest && hit && words.length) { rest.open = true; }
      });
      status.textContent = words.length ? shown + " of " + articles.length : "";
    });
  }

  // Sort a table by a column; numbers by value, with units and signs.
  var units = { us: 1e-6, ms: 1e-3, kB: 1024, MB: 1048576, GB: 1073741824 };
  function value(cell) {
    var text = cell.textContent.trim();
    var m = /^(x?)([+-]?[\d.]+(?:e[+-]?\d+)?)\s*([A-Za-z]+)?/.exec(text);
    if (!m) { return text.toLowerCase(); }
    if (m[1]) { return (parseFloat(m[2]) - 1) * 100; }
    return parseFloat(m[2]) * (units[m[3]] || 1);
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    var body = table.tBodies[0];
    var heads = Array.from(table.tHead.rows[0].cells);
    if (body.rows.length < 2) { return; }
    heads.forEach(function (th, i) {
      if (!th.textContent || th.querySelector(".hide")) { return; }
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.textContent = "";
      th.appendChild(button);
      button.addEventListener("click", function () {
        var down = th.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (h) { h.removeAttribute("aria-sort"); });
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        Array.from(body.rows).sort(function (a, b) {
          var x = value(a.cells[i]), y = value(b.cells[i]);
          var order = typeof x === "number" && typeof y === "number" ? x - y
            : String(x).localeCompare(String(y), undefined, { numeric: true });
          return down ? -order : order;
        }).forEach(function (row) { body.appendChild(row); });
      });
    });
  });

  // Copy what is meant for a ticket.
  document.querySelectorAll("#section-paste pre").forEach(function (pre) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    pre.parentNode.insertBefore(button, pre);
    button.addEventListener("click", function () {
      var range = document.createRange();
      range.selectNodeContents(pre);
      var selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      var done = function () { button.textContent = "Copied"; };
      if (navigator.clipboard) {
        navigator.clipboard.writeText(pre.textContent).then(done, function () { document.execCommand("copy"); done(); });
      } else {
        document.execCommand("copy");
        done();
      }
    });
  });

  // Open everything for print, so that nothing folded is lost.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("main section:not(#section-paste) details").forEach(function (d) { d.open = true; });
  });
})();
