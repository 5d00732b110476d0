import { describe, expect, it } from '@jest/globals';
import { textOf } from '../operations/declared-metrics.js';
import { documentedFields, loggedObjects, namesIn } from './logged-fields.js';

/** The line of the framework, the texts that have no fields, and children that only change how a line is written. */
const others = ['...line(message, context)', "'", '{}'];

describe('a line of the balancer', () => {
  it('has no path: that of a summary holds a document', () => {
    const settings = textOf('deploy/haproxy/haproxy.cfg');
    const [, format] = /^ +log-format "(.+)"$/m.exec(settings)!;
    expect(settings).not.toMatch(/^ +option httplog/m);
    expect(format).not.toMatch(/%(?:\{[^}]*\})?(?:(?:r|HP|HPO|HQ|HU|hr|hs)\b|\[)/);
  });
});

describe('a line of the log', () => {
  const objects = loggedObjects.filter((object) => !others.some((other) => object.startsWith(other)));

  it('names its fields where it is written, and all of them are in the table of docs/deployment.md', () => {
    expect(objects.length).toBeGreaterThan(35);
    expect(objects.filter((object) => !object.startsWith('{'))).toEqual([]);
    const unexplained = objects.flatMap((object) => namesIn(object).filter((name) => !documentedFields.has(name)));
    expect(unexplained).toEqual([]);
  });

  it('has no document, name, email or secret among them', () => {
    const refused = ['taxId', 'docType', 'email', 'password', 'secret', 'token', 'body', 'text', 'documents'];
    expect(refused.filter((name) => documentedFields.has(name))).toEqual([]);
  });

  it('has no field in the table that nothing writes', () => {
    const always = ['time', 'level', 'service', 'msg', 'correlationId', 'traceId', 'context', 'stack'];
    const written = new Set([...always, ...objects.flatMap(namesIn)]);
    expect([...documentedFields].filter((name) => !written.has(name))).toEqual([]);
  });
});
