import { type EventReader, eventName, notShown } from '../forges/events.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { code, joined } from '../markdown.js'
import { githubItem, githubRepository, githubSender, githubThread } from './common.js'

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
