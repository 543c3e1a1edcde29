import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { promtool, promtoolMissing } from '../support/promtool.js'
import { anchorsOf } from './markdown.js'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
const why = promtoolMissing === undefined ? '' : ` (skipped: ${promtoolMissing})`

test.skipIf(promtoolMissing).each([
  ['check', 'config', '--syntax-only', 'prometheus.yaml'],
  ['check', 'rules', 'rules.yaml'],
  ['test', 'rules', 'rules.test.yaml'],
])(
  `promtool %s %s accepts deploy/prometheus: every alert fires for its trouble, and none without${why}`,
  async (...args) => {
    const { code, printed } = await promtool(args)
    expect(printed).not.toMatch(/FAILED|error/i)
    expect(code).toBe(0)
  },
)

test('leads from each alert to a section of the operators’ document that names it, and tests each', () => {
  type Rule = { alert: string; annotations: { runbook: string } }
  const rules: Rule[] = parse(read('deploy/prometheus/rules.yaml')).groups[0].rules
  expect(rules.length).toBeGreaterThan(10)
  const sections = read('docs/operations.md').split(/^(?=##+ )/m)
  const named = (name: string) =>
    sections.filter(section => section.includes(`\`${name}\`,`) || section.includes(`\`${name}\`\n`))
  const anchorOf = (section = '') => anchorsOf({ file: '', lines: section.split('\n') })[0]
  for (const { alert, annotations } of rules)
    expect([alert, annotations.runbook]).toEqual([alert, `docs/operations.md#${anchorOf(named(alert)[0])}`])
  const tests: { name: string }[] = parse(read('deploy/prometheus/rules.test.yaml')).tests
  expect(rules.filter(({ alert }) => !tests.some(({ name }) => name === alert))).toEqual([])
})
