import type { openApiOf } from './openapi.ts';
import { standalonePolicy } from './security-headers.ts';

type Document = ReturnType<typeof openApiOf>;
type Operation = {
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
};

const STYLE = `:root{color-scheme:dark}body{margin:0 auto;max-width:960px;padding:24px 16px 64px;background:#0B0C10;color:#F4F5F7;font:16px/1.5 'Work Sans',system-ui,sans-serif}
a{color:#6AA8FF}details{background:#12141A;border-radius:8px;margin:8px 0;padding:8px 16px}summary{cursor:pointer;padding:4px 0;overflow-wrap:anywhere}
summary b{color:#E8B84B;display:inline-block;min-width:64px}pre{background:#1A1D26;padding:12px;border-radius:8px;overflow:auto;font-size:13px}
table{border-collapse:collapse;width:100%;font-size:14px}td,th{text-align:left;padding:4px 8px 4px 0;border-top:1px solid #2A2E3A;overflow-wrap:anywhere;vertical-align:top}`;
export const DOCS_POLICY = standalonePolicy({ style: STYLE });

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
const code = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

const access = ({ security }: Operation): string =>
  security.length === 0
    ? 'anybody'
    : security.some((entry) => Object.keys(entry).length === 0)
      ? 'anybody; more when signed in'
      : 'signed in';

const operationHtml = (method: string, path: string, operation: Operation): string => {
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code>${required ? ' *' : ''}</td><td>${place}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`,
  );
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Body, ${escape(type)}</h4>${code(schema)}`,
  );
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(
      ([status, { content }]) =>
        `<h4>Answer ${status}</h4>${content ? code(Object.values(content)[0]?.schema) : '<p>No body.</p>'}`,
    );
  return `<details id="${escape(`${method}-${path}`)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>Who: ${access(operation)}</p>
${parameters.length ? `<table><tr><th>Parameter</th><th>In</th><th>Schema</th></tr>${parameters.join('')}</table>` : ''}${body.join('')}${answers.join('')}</details>`;
};

/** The API's reference as one page without scripts or other files. */
export const docsPage = (document: Document): string => {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods) as [string, Operation][]) {
      const tag = operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  const sections = [...groups].map(([tag, items]) => `<h2>${escape(tag)}</h2>${items.join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Skarb API</title>
<style>${STYLE}</style></head><body><h1>Skarb API</h1>
<p>${escape(document.info.description)} Every call below is also in <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).
Send <code>Authorization: Bearer &lt;access token&gt;</code> where one must be signed in. Refusals look like this:</p>
${code({ statusCode: 400, error: 'Bad Request', message: [{ property: 'name', constraints: { isNotEmpty: 'required' } }], code: 'invalid' })}
${sections.join('')}</body></html>`;
};
