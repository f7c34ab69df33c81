import { expect, it } from 'vitest';
import { askAdvisories, judgeAudit } from './advisories.mjs';

const advisory = (name, severity) => ({
  name,
  severity,
  range: '<2.0.0',
  via: [{ title: 'Runs anything', url: 'https://advisories.example/1' }],
});
const reportOf = (...found) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: Object.fromEntries(found.map((one) => [one.name, one])) });

it.each(['high', 'critical'])('an advisory of severity %s fails the check, with its name and URL', (severity) => {
  const { code, output } = judgeAudit(reportOf(advisory('thing', severity), advisory('other', 'low')));
  expect(code).toBe(1);
  expect(output).toBe(
    `${severity}: thing <2.0.0: Runs anything https://advisories.example/1\n1 grave advisories, 2 in all`,
  );
});

it('less severe advisories pass, and are counted', () => {
  expect(judgeAudit(reportOf(advisory('thing', 'moderate')))).toEqual({
    code: 0,
    output: '0 grave advisories, 1 in all',
  });
});

it.each([
  [JSON.stringify({ message: '405 Method Not Allowed - POST', statusCode: 405, error: { summary: '' } }), '405 Method'],
  [JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed\nmore' } }), '(request failed)'],
  ['', 'no answer in time'],
])('an unavailable registry passes the check with a warning: %s', (text, words) => {
  const { code, output } = judgeAudit(text);
  expect(code).toBe(0);
  expect(output).toContain('not asked');
  expect(output).toContain(words);
});

it('a registry that never answers is given up at the time limit', async () => {
  const hangs = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
  expect(await askAdvisories(hangs, 50)).toEqual({
    code: 0,
    output: 'not asked: the registry gave no answer in time',
  });
});

it('the report of the command is evaluated', async () => {
  const says = [process.execPath, '-p', JSON.stringify(reportOf(advisory('thing', 'high')))];
  expect((await askAdvisories(says, 60_000)).code).toBe(1);
});
