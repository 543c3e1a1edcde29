import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
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
}

/** Reads `pull_request`. */
export const githubPull: EventReader = body => {
  const pull = body.at('pull_request')
  const action = body.at('action').text
  const event = eventName('pull_request', action)
  const did = eventWords(acts, action)
  if (!did || (action === 'edited' && githubOldTitle(body) === '')) return notShown(event)
  const isMerged = action === 'closed' && (pull.at('merged').isTrue || pull.at('merged_at').text !== '')
  const isDraft = action === 'opened' && pull.at('draft').isTrue
  const merged = isMerged && 'merged the pull request'
  const first = sentence({
    who: githubSender(body),
    did: merged || (isDraft && 'opened the draft pull request') || did,
    item: githubItem(pull),
    after: merged ? `into ${code(pull.at('base', 'ref').text)}` : afterwards(body, action),
    where: githubRepository(body),
  })
  const rest = action === 'opened' ? [changes(pull), excerpt(pull.at('body'))] : []
  return { event, text: lines(first, ...rest), ...githubThread(body, 'pull', pull) }
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
  return joined([from && to && `${code(from)} → ${code(to)}`, size], ' · ')
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
