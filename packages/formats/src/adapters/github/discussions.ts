import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { githubItem, githubRepository, githubSender, githubThread } from './common.js'

const acts = {
  created: 'started the discussion',
  answered: 'chose an answer to',
  closed: 'closed the discussion',
  reopened: 'reopened the discussion',
}

/** Reads `discussion`. */
export const githubDiscussion: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('discussion', action)
  const did = eventWords(acts, action)
  if (!did) return notShown(event)
  const [discussion, answer] = [body.at('discussion'), body.at('answer')]
  const quoted = action === 'answered' ? answer.at('body') : discussion.at('body')
  const hasQuote = action === 'answered' || action === 'created'
  const first = sentence({
    who: githubSender(body),
    did,
    item: githubItem(discussion, answer.at('html_url').text || discussion.at('html_url').text),
    where: githubRepository(body),
  })
  const text = lines(first, hasQuote && excerpt(quoted))
  return { event, text, ...githubThread(body, 'discussion', discussion) }
}

/** Reads `discussion_comment`. */
export const githubDiscussionComment: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('discussion_comment', action)
  if (action !== 'created') return notShown(event)
  const [discussion, comment] = [body.at('discussion'), body.at('comment')]
  const first = sentence({
    who: githubSender(body),
    did: 'commented on',
    item: githubItem(discussion, comment.at('html_url').text),
    where: githubRepository(body),
  })
  const text = lines(first, excerpt(comment.at('body')))
  return { event, text, ...githubThread(body, 'discussion', discussion) }
}
