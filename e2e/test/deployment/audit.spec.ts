import { describe, expect, it } from '@jest/globals';

interface Exception {
  package: string;
  url: string;
  why: string;
  until: string;
}

interface Audit {
  problemsOf: (report: object, exceptions: Exception[], today: string) => string[];
  readExceptions: () => Exception[];
}

const { problemsOf, readExceptions } = (await import(new URL('../../../deploy/audit.mjs', import.meta.url).href)) as Audit;
const url = 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx';
/** The report of npm 11: a package that only depends on one with an advisory has its name. */
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    leftish: { name: 'leftish', via: [{ url, title: 'pads too far', severity: 'high' }] },
    padder: { name: 'padder', via: ['leftish'] },
  },
};
const exception = { package: 'leftish', url, why: 'we only pad by constants', until: '2026-12-31' };

describe('the audit of the deployed packages', () => {
  it('reports each advisory once, with its package', () => {
    expect(problemsOf(report, [], '2026-11-23')).toEqual([`leftish: pads too far (high, ${url})`]);
  });

  it('accepts an exception until its day, and only while a package needs it', () => {
    expect(problemsOf(report, [exception], '2026-12-31')).toEqual([]);
    expect(problemsOf(report, [exception], '2027-01-01')).toEqual([`leftish: the exception for ${url} ended on 2026-12-31`]);
    expect(problemsOf({ auditReportVersion: 2, vulnerabilities: {} }, [exception], '2026-11-23')).toEqual([
      `leftish: nothing needs the exception for ${url} any more`,
    ]);
  });

  it('requires a reason and an end for each exception', () => {
    for (const each of readExceptions()) {
      expect(each).toEqual({
        package: expect.any(String),
        url: expect.stringMatching(/^https:\/\/github\.com\/advisories\/GHSA-/),
        why: expect.stringMatching(/\w+ \w+ \w+/),
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
    }
  });
});
