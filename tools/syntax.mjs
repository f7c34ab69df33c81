/** Reads the syntax trees of TypeScript and JSX sources. */
import { parseAst } from 'rolldown/parseAst';

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/**
 * @param {string} source @param {string} file its name decides between TypeScript and JSX
 * @returns {Node}
 */
export const parse = (source, file) => parseAst(source, { lang: /\.[jt]sx$/.test(file) ? 'tsx' : 'ts' }, file);

/**
 * Visits every node with its ancestors, outermost first.
 * @param {Node} node @param {(node: Node, above: Node[]) => void} visit @param {Node[]} above
 */
export const walk = (node, visit, above = []) => {
  visit(node, above);
  above.push(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, visit, above);
  above.pop();
};
