import { type EventReader, eventName, eventWords, notShown, threadKeyOf } from '../forges/events.js'
import { excerpt, lines, linked, person, sentence } from '../forges/sentence.js'
import { plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  githubAssignee,
  githubItem,
  githubOldTitle,
  githubRepository,
  githubRepositoryOf,
  githubSender,
  githubThread,
} from './github-values.js'

const acts = {
  opened: 'opened the issue',
  closed: 'closed the issue',
  reopened: 'reopened the issue',
  assigned: 'assigned the issue',
  deleted: 'deleted the issue',
  transferred: 'transferred the issue',
  edited: 'renamed the issue',
}

/** Reads `issues`. */
export const githubIssue: EventReader = body => {
  const issue = body.at('issue')
  const action = body.at('action').text
  const event = eventName('issues', action)
  const did = eventWords(acts, action)
  if (!did || (action === 'edited' && githubOldTitle(body) === '')) return notShown(event)
  const first = sentence({
    who: githubSender(body),
    did,
    item: githubItem(issue),
    after: afterwards(body, action),
    where: githubRepository(body),
  })
  const text = lines(first, action === 'opened' && excerpt(issue.at('body')))
  return { event, text, ...githubThread(body, 'issue', issue) }
}

/** Returns what follows the issue in the sentence. */
function afterwards(body: Native, action: string): string {
  const reasons = { not_planned: 'as not planned', duplicate: 'as a duplicate' }
  if (action === 'closed') return eventWords(reasons, body.at('issue', 'state_reason').text) ?? ''
  if (action === 'assigned') return `to ${person(githubAssignee(body, body.at('issue')))}`
  const [next, before] = ['new_repository', 'old_repository'].map(key =>
    linked(githubRepositoryOf(body.at('changes', key))),
  )
  if (action === 'transferred') return next ? `to ${next}` : ''
  if (action === 'opened') return before ? `(transferred from ${before})` : ''
  if (action === 'edited') return `(was: ${plain(githubOldTitle(body))})`
  return ''
}

/** Reads `issue_comment`, which comes for pull requests too. */
export const githubIssueComment: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('issue_comment', action)
  if (action !== 'created') return notShown(event)
  const [issue, comment] = [body.at('issue'), body.at('comment')]
  const isPull = issue.at('pull_request').exists || body.at('is_pull').isTrue
  const first = sentence({
    who: githubSender(body),
    did: 'commented on',
    item: githubItem(issue, comment.at('html_url').text),
    where: githubRepository(body),
  })
  const text = lines(first, excerpt(comment.at('body')))
  return { event, text, ...githubThread(body, isPull ? 'pull' : 'issue', issue) }
}

/** Reads `commit_comment`. */
export const githubCommitComment: EventReader = body => {
  const comment = body.at('comment')
  const sha = comment.at('commit_id').text
  const where = githubRepository(body)
  const first = sentence({
    who: githubSender(body),
    did: 'commented on the commit',
    item: { name: sha.slice(0, 7), url: comment.at('html_url').text },
    where,
  })
  const event = eventName('commit_comment', body.at('action').text)
  return { event, text: lines(first, excerpt(comment.at('body'))), ...threadKeyOf('commit', where.name, sha) }
}

const discussionActs = {
  created: 'started the discussion',
  answered: 'chose an answer to',
  closed: 'closed the discussion',
  reopened: 'reopened the discussion',
}

/** Reads `discussion`. */
export const githubDiscussion: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('discussion', action)
  const did = eventWords(discussionActs, action)
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
