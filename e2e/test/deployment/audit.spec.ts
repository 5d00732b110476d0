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
/** As npm 11 writes it; of a package that only needs the one with the advisory it gives the name. */
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    leftish: { name: 'leftish', via: [{ url, title: 'pads too far', severity: 'high' }] },
    padder: { name: 'padder', via: ['leftish'] },
  },
};
const exception = { package: 'leftish', url, why: 'we only pad by constants', until: '2026-12-31' };

describe('the audit of what is deployed', () => {
  it('names each advisory once, by the package that has it', () => {
    expect(problemsOf(report, [], '2026-11-23')).toEqual([`leftish: pads too far (high, ${url})`]);
  });

  it('takes an exception until its day, and only while something needs it', () => {
    expect(problemsOf(report, [exception], '2026-12-31')).toEqual([]);
    expect(problemsOf(report, [exception], '2027-01-01')).toEqual([`leftish: the exception for ${url} ended on 2026-12-31`]);
    expect(problemsOf({ auditReportVersion: 2, vulnerabilities: {} }, [exception], '2026-11-23')).toEqual([
      `leftish: nothing needs the exception for ${url} any more`,
    ]);
  });

  it('has a reason and an end for each exception', () => {
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
