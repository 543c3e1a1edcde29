import { type EventReader, notShown } from '../forges/events.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { code, joined } from '../markdown.js'
import {
  bitbucketActor,
  bitbucketItem,
  bitbucketLink,
  bitbucketRepository,
  bitbucketThread,
} from './common.js'

const acts = new Map([
  ['pullrequest:created', { did: 'opened the pull request' }],
  ['pullrequest:fulfilled', { did: 'merged the pull request' }],
  ['pullrequest:rejected', { did: 'declined the pull request' }],
  ['pullrequest:approved', { sign: '✅', did: 'approved' }],
  ['pullrequest:unapproved', { did: 'withdrew the approval of' }],
  ['pullrequest:changes_request_created', { sign: '❌', did: 'requested changes in' }],
  ['pullrequest:changes_request_removed', { did: 'withdrew the request for changes in' }],
])

/** Reads the states of a pull request. */
export const bitbucketPull: EventReader = (body, event) => {
  const act = acts.get(event)
  if (!act) return notShown(event)
  const pull = body.at('pullrequest')
  const [from, to] = [pull.at('source', 'branch', 'name').text, pull.at('destination', 'branch', 'name').text]
  const isDraft = event === 'pullrequest:created' && pull.at('draft').isTrue
  const first = sentence({
    ...act,
    ...(isDraft && { did: 'opened the draft pull request' }),
    who: bitbucketActor(body),
    item: bitbucketItem(pull),
    after: event === 'pullrequest:fulfilled' && `into ${code(to)}`,
    where: bitbucketRepository(body),
  })
  const details = [from && to && joined([code(from), '→', code(to)]), excerpt(pull.at('description'))]
  const rest = event === 'pullrequest:created' ? details : []
  const reason = event === 'pullrequest:rejected' && excerpt(pull.at('reason'))
  return { event, text: lines(first, ...rest, reason), ...bitbucketThread(body, 'pull', pull) }
}

/** Reads `pullrequest:comment_created`. */
export const bitbucketPullComment: EventReader = (body, event) => {
  const [pull, comment] = [body.at('pullrequest'), body.at('comment')]
  const inline = comment.at('inline')
  const line = inline.at('to').text || inline.at('from').text
  const path = code(joined([inline.at('path').text, line], ':'))
  const first = sentence({
    who: bitbucketActor(body),
    did: inline.exists && path !== '' ? `commented on ${path} of` : 'commented on',
    item: bitbucketItem(pull, bitbucketLink(comment)),
    where: bitbucketRepository(body),
  })
  const text = lines(first, excerpt(comment.at('content', 'raw')))
  return { event, text, ...bitbucketThread(body, 'pull', pull) }
}
