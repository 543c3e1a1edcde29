import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { promtool, promtoolMissing } from '../support/promtool.js'

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

test('has instructions for each alert in the operators’ document, and a test of each', () => {
  const { groups } = parse(read('deploy/prometheus/rules.yaml'))
  const alerts: string[] = groups[0].rules.map(({ alert }: { alert: string }) => alert)
  expect(alerts.length).toBeGreaterThan(10)
  const operations = read('docs/operations.md')
  const tests: { name: string }[] = parse(read('deploy/prometheus/rules.test.yaml')).tests
  expect(alerts.filter(name => !operations.includes(`\`${name}\``))).toEqual([])
  expect(alerts.filter(alert => !tests.some(({ name }) => name === alert))).toEqual([])
})
