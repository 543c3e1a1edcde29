import { type EventReader, eventName, eventWords, notShown, threadKeyOf } from '../forges/events.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
import { plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabAdded, gitlabItem, gitlabOldTitle, gitlabProject, gitlabUser } from './common.js'

const acts = { open: 'opened', close: 'closed', reopen: 'reopened' }

/** Reads `issue` and `work_item`, which is a task, an incident or an epic. */
export const gitlabIssue: EventReader = (body, kind) => {
  const issue = body.at('object_attributes')
  const action = issue.at('action').text
  const event = eventName(kind, action)
  const act = action === 'update' ? update(body) : { did: eventWords(acts, action), after: '' }
  if (!act.did) return notShown(event, action === 'update' ? 'only some updates are shown' : undefined)
  const noun = plain(issue.at('type').text.toLowerCase(), 40) || 'issue'
  const where = gitlabProject(body)
  const first = sentence({
    who: gitlabUser(body),
    did: `${act.did} the ${noun}`,
    item: gitlabItem(issue),
    after: act.after,
    where,
  })
  const text = lines(first, action === 'open' && excerpt(issue.at('description')))
  return { event, text, ...threadKeyOf('issue', where.name, issue.at('iid').text) }
}

function update(body: Native): { did?: string; after?: string } {
  const assignee = gitlabAdded(body, 'assignees')
  if (assignee) return { did: 'assigned', after: `to ${person(assignee)}` }
  const title = gitlabOldTitle(body)
  return title === '' ? {} : { did: 'renamed', after: `(was: ${plain(title)})` }
}
