import { expect, test } from 'vitest'
import { cpuMs } from '../../../core/src/testing.js'
import { absenceJudge, maxLackedFields } from './lacked-fields.js'
import { parseTemplate } from './parse.js'
import { readTemplated } from './read-templated.js'

const none = { thread_key: '', update_key: '', close: '', channel: '', only_if: '', color: '' }

function lackedBy(fields: Partial<typeof none> & { text?: string }, value: unknown) {
  const parsed = parseTemplate({ text: 'x', ...none, ...fields })
  if (parsed.outcome === 'failed') throw new Error(parsed.fault.message)
  const reading = readTemplated(JSON.stringify(value), parsed.template)
  return 'lacked' in reading ? reading.lacked?.map(({ name }) => name) : undefined
}

test.each([
  [{ text: 'x {{a.b}} {{c}}' }, ['a.b', 'c']],
  [{ text: 'x {{l["a.b"].c}} {{@root.d}}' }, ['l["a.b"].c', 'd']],
  [{ text: 'x {{#each rows}}{{name}}{{../e}}{{/each}}' }, ['rows']],
  [{ text: 'x [a](https://x.example/{{id}})' }, ['id']],
  [{ update_key: '{{id}}', close: 'state == "up"' }, ['id', 'state']],
  [{ only_if: 'state == "up"' }, ['state']],
  [
    {
      text: 'x {{a | default "none"}}{{#if b}}{{b}}{{/if}}{{#if c == null}}{{/if}}{{#each d}}{{else}}-{{/each}}',
    },
    undefined,
  ],
  [{ text: 'x {{there}}{{nothing}}' }, undefined],
])('notes which fields %j uses in vain', (fields, expected) => {
  expect(lackedBy(fields, { there: 1, nothing: null })).toEqual(expected)
})

const had = { state: 'up', check: { url: 'x' } }
const lacks = { state: 'up', check: {} }
const field = { name: 'check.url', keys: ['check', 'url'] }
const judged = (now: object, earlier: object[]) =>
  absenceJudge(
    JSON.stringify(now),
    earlier.map(each => JSON.stringify(each)),
  )(field)

test('a field is lost if all of enough earlier JSON of the same kind had it', () => {
  expect(judged(lacks, Array(5).fill(had))).toBe('lost')
  expect(judged({ state: 'up' }, Array(5).fill(had))).toBe('lost')
  expect(judged(lacks, Array(4).fill(had))).toBe('unknown')
  expect(judged(lacks, [...Array(9).fill(had), lacks])).toBe('optional')
})

test('JSON of another kind says nothing about a field', () => {
  expect(judged({ ping: 1 }, Array(9).fill(had))).toBe('unknown')
  expect(judged(lacks, [...Array(5).fill(had), { ping: 1 }])).toBe('lost')
  expect(judged({ a: 1, b: 2 }, Array(9).fill({ a: 1, c: 2, check: { url: 'x' } }))).toBe('unknown')
  expect(absenceJudge('{', ['{', '[1]'])(field)).toBe('optional')
})

test('twenty fields are judged in about the time of one', () => {
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 0]))
  const [now, before] = [JSON.stringify(many), JSON.stringify({ ...many, check: { url: 'x' } })]
  const fields = Array.from({ length: maxLackedFields }, (_, index) => ({
    ...field,
    keys: ['check', `${index}`],
  }))
  const judge = (chosen: typeof fields) => () => {
    const why = absenceJudge(now, [before])
    for (const each of chosen) expect(why(each)).toBe('optional')
  }
  const oneMs = Math.min(cpuMs(judge(fields.slice(0, 1))), cpuMs(judge(fields.slice(0, 1))))
  expect(Math.min(cpuMs(judge(fields)), cpuMs(judge(fields)))).toBeLessThan(4 * oneMs)
})
