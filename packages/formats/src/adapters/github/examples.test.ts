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

/** Why examples are skipped. Any other reason needs a thought: who would want to see the event? */
const reasons =
  /^(push shows (new|deleted) branches and tags|check_run shows the checks|deployment_status shows deployments|star shows stars|workflow_run shows (the run|the runs of GitHub Actions)|secret_scanning_alert shows the alert|only failed (jobs|builds of pages) are shown|only merge groups that fail are shown|updates of advisories are not shown|the comments of a review are shown one by one)$/

/** Events that nobody needs in a channel: edits and deletions of texts, labels, boards, pins, locks, and machinery. */
const unwanted = [
  /^(label|milestone|project|project_card|project_column|projects_v2_item|pull_request_review_thread)\./,
  /^(repository_dispatch|content_reference)\.|^cache_sync$/,
  /^(commit_comment|discussion_comment|issue_comment|pull_request_review_comment)\.(edited|deleted)$/,
  /^issues\.(edited|(un)?(labeled|locked|pinned)|(de)?milestoned|unassigned)$/,
  /^pull_request\.(edited|synchronize|(un)?(labeled|locked)|unassigned|review_request_removed)$/,
  /^discussion\.(category_changed|edited|(un)?(labeled|locked|pinned)|transferred|unanswered)$/,
  /^release\.(created|edited|deleted|prereleased|released)$/,
  /^repository\.edited$/,
  /^check_run\.(requested_action|rerequested)$|^star\.deleted$/,
]

test('skips only what nobody needs in a channel', () => {
  const skipped = events.map(read).flatMap(({ reading }) => (reading.outcome === 'skipped' ? [reading] : []))
  const unexplained = skipped.filter(
    ({ event, detail }) => !reasons.test(detail) && !unwanted.some(pattern => pattern.test(event)),
  )
  expect(unexplained.map(({ event, detail }) => `${event}: ${detail}`)).toEqual([])
})

test('reads every example, and shows its link and its person or repository', () => {
  for (const { name, body } of events) {
    const { reading } = read({ name, body })
    if (reading.outcome === 'skipped') continue
    expect([name, reading.outcome]).toEqual([name, 'read'])
    const text = reading.outcome === 'read' ? reading.payload.text : ''
    const names = namesIn(body)
    expect([name, text, /\]\(https?:\/\/[^)\s]+\)/.test(text)]).toEqual([name, text, true])
    expect([name, text, names.length === 0 || names.some(one => text.includes(one))]).toEqual([
      name,
      text,
      true,
    ])
  }
})

/** The names of the person, the repository and the organization of an event. */
function namesIn(body: object): string[] {
  const { sender, repository, organization } = body as Record<string, Record<string, string> | undefined>
  return [sender?.login, repository?.full_name, organization?.login].filter(name => name !== undefined)
}

test("GitHub's examples become short posts that mention nobody and show no gaps", () => {
  for (const { name, reading } of events.map(read)) {
    if (reading.outcome !== 'read') continue
    const { text } = reading.payload
    expect([name, text.length > 10 && text.length < 2000]).toEqual([name, true])
    expect([name, text]).toEqual([
      name,
      expect.not.stringMatching(
        /undefined|null|unknown|NaN|\[object|\]\(\)|\(\)|Somebody| {2}|#$|\b(in|to|on|from|of|by) \1 /,
      ),
    ])
    expect([name, payloadMentionWords(reading.payload)]).toEqual([name, new Set()])
    expect(renderMarkdown(translate(text))).not.toMatch(/<(script|img|iframe)\b|(href|src)="javascript:/i)
  }
})
