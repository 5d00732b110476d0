import type { FastifyInstance } from 'fastify';
import { magicDocuments } from '../domain/magic-documents.js';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  table { border-collapse: collapse; }
  th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid light-dark(#ddd, #444); }
  td:nth-child(2) { font-variant-numeric: tabular-nums; }
  @media (max-width: 40rem) {
    thead { display: none; }
    tr { display: block; padding: .6rem 0; border-bottom: 1px solid light-dark(#ddd, #444); }
    td { display: inline; padding: 0 .5rem 0 0; border: 0; }
    td:last-child { display: block; }
  }`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const rows = magicDocuments.map(({ docType, taxId, code, about }) => {
  // Asked at the registry, a source that every document has.
  const link = `<a href="/sources/identificacion/${docType}/${taxId}">${taxId}</a>`;
  return row([docType, link, code, escaped(about).replace(/`(.*?)`/g, '<code>$1</code>')]);
});

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Simulated sources</title>
<style>${style}</style>
<h1>Simulated sources</h1>
<p>This server answers as every source of a profile, from an invented country. These documents always behave the same; a link shows what the
registry answers. Every other valid number has a taxpayer too.</p>
<table>
<thead><tr><th>Kind</th><th>Number</th><th>Name</th><th>What its sources tell</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;

/** The page for a person who opens the simulator in a browser. */
export function documentsPage(app: FastifyInstance): void {
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
