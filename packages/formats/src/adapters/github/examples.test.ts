import { createRequire } from 'node:module'
import { payloadMentionWords, renderMarkdown, translate } from '@posthorn/core'
import { expect, test } from 'vitest'
import { formatFor, readAdapted, senderOf } from '../adapt.js'
import { github } from './github.js'

type Example = { name: string; examples: object[] }

const load = createRequire(import.meta.url)
const names = ['api.github.com', 'ghes-31', 'ghes-35']
const events = names
  .flatMap(name => load(`@octokit/webhooks-examples/${name}/index.json`) as Example[])
  .flatMap(({ name, examples }) => examples.map(body => ({ name, body })))

const read = ({ name, body }: (typeof events)[number]) => {
  const headers = { 'x-github-event': name }
  expect(senderOf(headers, body)).toBe(github)
  return { name, reading: readAdapted(JSON.stringify(body), formatFor(github, headers, '')) }
}

test('reads every example of GitHub: it is posted, or skipped with a reason', () => {
  const readings = events.map(read)
  for (const { name, reading } of readings) {
    if (reading.outcome === 'skipped')
      expect([name, reading.detail]).toEqual([name, expect.stringMatching(/./)])
    else expect([name, reading.outcome]).toEqual([name, 'read'])
  }
  const posted = new Set(readings.flatMap(({ name, reading }) => (reading.outcome === 'read' ? [name] : [])))
  for (const name of ['push', 'issues', 'pull_request', 'workflow_run', 'release', 'dependabot_alert'])
    expect(posted).toContain(name)
})

test("GitHub's examples become short posts that mention nobody and show no gaps", () => {
  for (const { name, reading } of events.map(read)) {
    if (reading.outcome !== 'read') continue
    const { text } = reading.payload
    expect([name, text.length > 10 && text.length < 2000]).toEqual([name, true])
    expect([name, text]).toEqual([
      name,
      expect.not.stringMatching(/undefined|NaN|\[object|\]\(\)|Somebody| {2}|#$/),
    ])
    expect([name, payloadMentionWords(reading.payload)]).toEqual([name, new Set()])
    expect(renderMarkdown(translate(text))).not.toMatch(/<(script|img|iframe)\b|(href|src)="javascript:/i)
  }
})
