import { type EventReader, notShown } from '../forges/events.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { stashActor, stashName, stashPull, stashTarget, stashThread } from './common.js'

type Act = { sign?: string; did: string; after?: string }

const acts = new Map<string, Act>([
  ['pr:opened', { did: 'opened the pull request' }],
  ['pr:merged', { did: 'merged the pull request' }],
  ['pr:declined', { did: 'declined the pull request' }],
  ['pr:reopened', { did: 'reopened the pull request' }],
  ['pr:deleted', { did: 'deleted the pull request' }],
  ['pr:reviewer:approved', { sign: '✅', did: 'approved' }],
  ['pr:reviewer:unapproved', { did: 'withdrew the approval of' }],
  ['pr:reviewer:needs_work', { sign: '❌', did: 'requested changes in' }],
  ['pr:reviewer:changes_requested', { sign: '❌', did: 'requested changes in' }],
])

/** Reads the states of a pull request. */
export const stashPullState: EventReader = (body, event) => {
  const pull = body.at('pullRequest')
  const act = acts.get(event) ?? updateOf(body, event)
  if (!act) return notShown(event, 'only some updates are shown')
  const [from, to] = [pull.at('fromRef', 'displayId').text, pull.at('toRef', 'displayId').text]
  const isNew = event === 'pr:opened'
  const first = sentence({
    ...act,
    ...(event === 'pr:merged' && { after: `into ${code(to)}` }),
    who: stashActor(body),
    item: stashPull(pull),
    where: stashTarget(pull),
  })
  const branches = isNew && from && to && joined([code(from), '→', code(to)])
  const text = lines(first, branches, isNew && excerpt(pull.at('description')))
  return { event, text, ...stashThread(pull) }
}

/** Returns a new title, or reviewers that were added. */
function updateOf(body: Native, event: string): Act | undefined {
  const [before, now] = [body.at('previousTitle').text, body.at('pullRequest', 'title').text]
  if (event === 'pr:modified' && before !== '' && before !== now)
    return { did: 'renamed the pull request', after: `(was: ${plain(before)})` }
  const reviewer = body.at('addedReviewers', '0')
  if (event === 'pr:reviewer:updated' && reviewer.exists)
    return { did: 'requested a review of', after: `from ${person(stashName(reviewer))}` }
  return undefined
}

/** Reads `pr:comment:added`. */
export const stashPullComment: EventReader = (body, event) => {
  const [pull, comment] = [body.at('pullRequest'), body.at('comment')]
  const anchor = comment.at('anchor')
  const path = code(joined([anchor.at('path').text, anchor.at('line').text], ':'))
  const first = sentence({
    who: stashActor(body),
    did: path !== '' ? `commented on ${path} of` : 'commented on',
    item: stashPull(pull),
    where: stashTarget(pull),
  })
  return { event, text: lines(first, excerpt(comment.at('text'))), ...stashThread(pull) }
}
