import type { Adapted, Skipped } from '../adapter.js'
import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown, threadKeyOf } from '../forges/events.js'
import { refOf } from '../forges/push.js'
import { addressBelow, branches, excerpt, lines, linked, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  githubAssignee,
  githubItem,
  githubOldTitle,
  githubRepository,
  githubSender,
  githubThread,
} from './github-values.js'

const acts = {
  opened: 'opened the pull request',
  reopened: 'reopened the pull request',
  closed: 'closed the pull request',
  ready_for_review: 'marked',
  converted_to_draft: 'converted',
  review_requested: 'requested a review of',
  assigned: 'assigned the pull request',
  edited: 'renamed the pull request',
  auto_merge_disabled: 'turned off the automatic merge of',
  dequeued: 'was taken out of the merge queue',
}

/** Reasons that are no failure: a merge is shown once the pull request is closed. */
const merges = new Set(['MERGE', 'MERGED', 'ALREADY_MERGED'])

/** Reads `pull_request`. */
export const githubPull: EventReader = body => {
  const pull = body.at('pull_request')
  const action = body.at('action').text
  const event = eventName('pull_request', action)
  const did = eventWords(acts, action)
  if (!did || (action === 'edited' && githubOldTitle(body) === '')) return notShown(event)
  if (action === 'dequeued') return dequeued(body, event)
  const isMerged = action === 'closed' && (pull.at('merged').isTrue || pull.at('merged_at').text !== '')
  const isDraft = action === 'opened' && pull.at('draft').isTrue
  const merged = isMerged && 'merged the pull request'
  const first = sentence({
    who: githubSender(body),
    did: merged || (isDraft && 'opened the draft pull request') || did,
    item: githubItem(pull),
    after: merged ? into(pull) : afterwards(body, action),
    where: githubRepository(body),
  })
  const rest = action === 'opened' ? [changes(pull), excerpt(pull.at('body'))] : []
  return { event, text: lines(first, ...rest), ...githubThread(body, 'pull', pull) }
}

/** Gogs calls the branch otherwise. */
function into(pull: Native): string {
  const branch = pull.at('base', 'ref').text || pull.at('base_branch').text
  return branch && `into ${code(branch)}`
}

/** Returns a pull request that the merge queue threw out, because its checks failed or somebody wanted it. */
function dequeued(body: Native, event: string): Adapted | Skipped {
  const pull = body.at('pull_request')
  const { text: reason } = body.at('reason')
  if (merges.has(reason.toUpperCase())) return notShown(event, 'pull_request.closed shows merges')
  const first = joined([
    '⚠️',
    linked(githubItem(pull)),
    acts.dequeued,
    pull.at('base', 'ref').text !== '' && `of ${code(pull.at('base', 'ref').text)}`,
    `in ${linked(githubRepository(body))}`,
  ])
  const why =
    reason !== '' && `Reason: ${asWords(reason.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())}`
  const text = joined([first, why, person(githubSender(body))], ' · ')
  return { event, text, ...githubThread(body, 'pull', pull) }
}

/** Reads `merge_group`. A group that is thrown out replies to its pull request. */
export const githubMergeGroup: EventReader = body => {
  const action = body.at('action').text
  const reason = body.at('reason').text
  const event = eventName('merge_group', action)
  if (action !== 'destroyed' || reason === 'merged' || reason === '')
    return notShown(event, 'only merge groups that fail are shown')
  const group = body.at('merge_group')
  const number = /\/pr-(\d{1,10})-/.exec(group.at('head_ref').text.slice(0, 500))?.[1] ?? ''
  const where = githubRepository(body)
  const pull = { name: number && `#${number}`, url: addressBelow(where.url, number && `pull/${number}`) }
  const [subject = ''] = group.at('head_commit', 'message').text.split('\n', 1)
  const first = joined([
    '⚠️ The merge group',
    number && `of ${linked(pull)}`,
    `was ${asWords(reason)} in the merge queue of ${code(refOf(group.at('base_ref').text).name)}`,
    `in ${linked(where)}`,
  ])
  return { event, text: lines(first, plain(subject)), ...threadKeyOf('pull', where.name, number) }
}

/** Returns what follows the pull request in the sentence. */
function afterwards(body: Native, action: string): string {
  const reviewer = body.at('requested_reviewer', 'login').text || body.at('requested_team', 'name').text
  const ends: Record<string, string> = {
    ready_for_review: 'as ready for review',
    converted_to_draft: 'to a draft',
    review_requested: `from ${person(reviewer)}`,
    assigned: `to ${person(githubAssignee(body, body.at('pull_request')))}`,
    edited: `(was: ${plain(githubOldTitle(body))})`,
    auto_merge_disabled: body.at('reason').text && `(${plain(body.at('reason').text)})`,
  }
  return eventWords(ends, action) ?? ''
}

/** Returns the branches and the size: `feature` → `main` · +120 −8 in 6 files. */
function changes(pull: Native): string {
  const [from, to] = [pull.at('head', 'ref').text, pull.at('base', 'ref').text]
  const [added, removed] = [pull.at('additions').number, pull.at('deletions').number]
  const files = pull.at('changed_files').number
  const size =
    added !== undefined && removed !== undefined && files !== undefined
      ? `+${added} −${removed} in ${files} ${files === 1 ? 'file' : 'files'}`
      : ''
  return joined([branches(from, to), size], ' · ')
}

/** Returns the branches of a pull request in brackets. */
export function githubBranches(pull: Native): string {
  const names = branches(pull.at('head', 'ref').text, pull.at('base', 'ref').text)
  return names && `(${names})`
}

const verdicts = new Map([
  ['approved', { sign: '✅', did: 'approved' }],
  ['changes_requested', { sign: '❌', did: 'requested changes in' }],
  ['commented', { sign: '', did: 'reviewed' }],
  ['dismissed', { sign: '⚠️', did: 'dismissed a review of' }],
])

/** Reads `pull_request_review`. */
export const githubReview: EventReader = body => {
  const action = body.at('action').text
  const [review, pull] = [body.at('review'), body.at('pull_request')]
  const event = eventName('pull_request_review', action)
  const verdict = verdicts.get(action === 'dismissed' ? action : review.at('state').text.toLowerCase())
  if (!verdict || !['submitted', 'dismissed'].includes(action)) return notShown(event)
  const said = excerpt(review.at('body'))
  if (verdict.did === 'reviewed' && said === '')
    return notShown(event, 'the comments of a review are shown one by one')
  const first = sentence({
    ...verdict,
    who: githubSender(body),
    item: githubItem(pull, review.at('html_url').text),
    after: githubBranches(pull),
    where: githubRepository(body),
  })
  return { event, text: lines(first, said), ...githubThread(body, 'pull', pull) }
}

/** Reads `pull_request_review_comment`. */
export const githubReviewComment: EventReader = body => {
  const action = body.at('action').text
  const [comment, pull] = [body.at('comment'), body.at('pull_request')]
  const event = eventName('pull_request_review_comment', action)
  if (action !== 'created') return notShown(event)
  const line = comment.at('line').text || comment.at('original_line').text
  const path = code(joined([comment.at('path').text, line], ':'))
  const first = sentence({
    who: githubSender(body),
    did: path === '' ? 'commented on' : `commented on ${path} of`,
    item: githubItem(pull, comment.at('html_url').text),
    where: githubRepository(body),
  })
  return { event, text: lines(first, excerpt(comment.at('body'))), ...githubThread(body, 'pull', pull) }
}
