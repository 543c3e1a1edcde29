import type { Adapted, Adapter } from '../adapter.js'
import { dispatch, type EventReader, eventName, eventWords, notShown, threadKeyOf } from '../forges/events.js'
import { excerpt, type ForgePlace, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabAdded, gitlabItem, gitlabOldTitle, gitlabProject, gitlabUser } from './gitlab-values.js'
import { gitlabDeployment, gitlabJob, gitlabPipeline } from './pipelines.js'
import {
  gitlabAccessToken,
  gitlabFeatureFlag,
  gitlabMember,
  gitlabPush,
  gitlabRelease,
  gitlabWikiPage,
} from './project.js'

const acts = { open: 'opened', close: 'closed', reopen: 'reopened' }

/** Reads `issue` and `work_item`, which is a task, an incident or an epic. */
const gitlabIssue: EventReader = (body, kind) => {
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

/** What a comment is about, and its thread. */
type Subject = { did?: string; item: ForgePlace; thread: Pick<Adapted, 'threadKey'> }

/** Reads `note`, a comment on an issue, a merge request, a commit or a snippet. */
const gitlabNote: EventReader = body => {
  const note = body.at('object_attributes')
  const kind = note.at('noteable_type').text
  const event = eventName('note', kind.replace('MergeRequest', 'merge_request').toLowerCase())
  if (note.at('system').isTrue) return notShown(event, 'notes that GitLab writes itself are not shown')
  if (note.at('action').text === 'update') return notShown(event, 'edited comments are not shown')
  const { did = 'commented on', item, thread } = subject(body, kind, note.at('url').text)
  const { text: path } = note.at('position', 'new_path')
  const file = path && code(joined([path, note.at('position', 'new_line').text], ':'))
  const first = sentence({
    who: gitlabUser(body),
    did: file ? `commented on ${file} of` : did,
    item,
    where: gitlabProject(body),
  })
  return { event, text: lines(first, excerpt(note.at('note'))), ...thread }
}

function subject(body: Native, kind: string, url: string): Subject {
  const project = gitlabProject(body).name
  const [request, issue, commit] = [body.at('merge_request'), body.at('issue'), body.at('commit')]
  if (kind === 'MergeRequest')
    return {
      item: gitlabItem(request, '!', url),
      thread: threadKeyOf('pull', project, request.at('iid').text),
    }
  if (kind === 'Commit') {
    const sha = commit.at('id').text
    const item = { name: sha.slice(0, 7), url }
    return { did: 'commented on the commit', item, thread: threadKeyOf('commit', project, sha) }
  }
  if (issue.exists)
    return { item: gitlabItem(issue, '#', url), thread: threadKeyOf('issue', project, issue.at('iid').text) }
  const snippet = body.at('snippet')
  const item = { name: snippet.at('title').text || 'a snippet', url }
  return { item, thread: threadKeyOf('snippet', project, snippet.at('id').text) }
}

const mergeRequestActs = {
  open: 'opened the merge request',
  reopen: 'reopened the merge request',
  close: 'closed the merge request',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'withdrew the approval of',
  unapproval: 'withdrew the approval of',
}

/** Reads `merge_request`. */
const gitlabMergeRequest: EventReader = body => {
  const request = body.at('object_attributes')
  const action = request.at('action').text
  const event = eventName('merge_request', action)
  const act =
    action === 'update' ? mergeRequestUpdate(body) : { did: eventWords(mergeRequestActs, action), after: '' }
  if (!act.did) return notShown(event, action === 'update' ? 'only some updates are shown' : undefined)
  const branch = code(request.at('target_branch').text)
  const first = sentence({
    ...(act.did === 'approved' && { sign: '✅' }),
    who: gitlabUser(body),
    did: isDraft(request) && action === 'open' ? 'opened the draft merge request' : act.did,
    item: gitlabItem(request, '!'),
    after: action === 'merge' ? `into ${branch}` : act.after,
    where: gitlabProject(body),
  })
  const from = code(request.at('source_branch').text)
  const rest = action === 'open' ? [joined([from, '→', branch]), excerpt(request.at('description'))] : []
  const thread = threadKeyOf('pull', gitlabProject(body).name, request.at('iid').text)
  return { event, text: lines(first, ...rest), ...thread }
}

function isDraft(request: Native): boolean {
  return request.at('draft').isTrue || request.at('work_in_progress').isTrue
}

/** Returns what an update changed, if people should know. A change of the draft state changes the title too. */
function mergeRequestUpdate(body: Native): { did?: string; after?: string } {
  const draft = body.at('changes', 'draft', 'current')
  if (draft.exists)
    return draft.isTrue
      ? { did: 'converted', after: 'to a draft' }
      : { did: 'marked', after: 'as ready for review' }
  const reviewer = gitlabAdded(body, 'reviewers')
  if (reviewer) return { did: 'requested a review of', after: `from ${person(reviewer)}` }
  const assignee = gitlabAdded(body, 'assignees')
  if (assignee) return { did: 'assigned the merge request', after: `to ${person(assignee)}` }
  const title = gitlabOldTitle(body)
  return title === '' ? {} : { did: 'renamed the merge request', after: `(was: ${plain(title)})` }
}

const readers: Record<string, EventReader> = {
  access_token: gitlabAccessToken,
  build: gitlabJob,
  deployment: gitlabDeployment,
  emoji: (_body, event) => notShown(event),
  feature_flag: gitlabFeatureFlag,
  incident: gitlabIssue,
  issue: gitlabIssue,
  merge_request: gitlabMergeRequest,
  note: gitlabNote,
  pipeline: gitlabPipeline,
  push: gitlabPush,
  release: gitlabRelease,
  tag_push: gitlabPush,
  user_add_to_group: gitlabMember,
  user_add_to_team: gitlabMember,
  user_remove_from_group: gitlabMember,
  user_remove_from_team: gitlabMember,
  wiki_page: gitlabWikiPage,
  work_item: gitlabIssue,
}

/** GitLab's webhooks, of projects, groups and the whole instance. */
export const gitlab: Adapter = {
  name: 'gitlab',
  title: 'GitLab',
  headers: ['x-gitlab-event'],
  // X-Gitlab-Event-UUID is the same for several events of one request
  idempotencyHeader: 'idempotency-key',
  matches: headers => headers['x-gitlab-event'] !== undefined,
  read: (_headers, body) =>
    dispatch(readers, body.at('object_kind').text || body.at('event_name').text, body),
}
