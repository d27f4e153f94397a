// Rows grouped into stretches: folded rows, and the rows between them.

/**
 * @template {{folded: boolean}} Row
 * @param {Row[]} rows
 * @returns {{folded: boolean, items: Row[]}[]}
 */
export function stretches(rows) {
  /** @type {{folded: boolean, items: Row[]}[]} */
  const found = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.folded === row.folded) last.items.push(row);
    else found.push({ folded: row.folded, items: [row] });
  }
  return found;
}
