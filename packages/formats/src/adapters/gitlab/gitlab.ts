import type { Adapted, Adapter, SenderHeaders } from '../adapter.js'
import {
  dispatch,
  type EventReader,
  eventName,
  eventWords,
  lackedField,
  notShown,
  threadKeyOf,
} from '../forges/events.js'
import { branches, excerpt, type ForgePlace, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabMember, gitlabSystem, gitlabToken, gitlabVulnerability } from './access.js'
import {
  gitlabAdded,
  gitlabItem,
  gitlabOldTitle,
  gitlabProject,
  gitlabTested,
  gitlabUser,
} from './gitlab-values.js'
import { gitlabDeployment, gitlabJob, gitlabPipeline } from './pipelines.js'
import { gitlabFeatureFlag, gitlabPush, gitlabRelease, gitlabWikiPage } from './project.js'

const acts = { open: 'opened', close: 'closed', reopen: 'reopened' }

/** Reads `issue` and `work_item`, which is a task, an incident or an epic. */
const gitlabIssue: EventReader = (body, kind) => {
  const issue = body.at('object_attributes')
  const action = issue.at('action').text
  const event = eventName(kind, action)
  if (action === '') return gitlabTested(body, event, gitlabItem(issue))
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
  const [noun, other] = otherSubject(body, kind)
  const named = other.at('iid').exists ? gitlabItem(other, '#', url).name : other.at('title').text
  const id = other.at('id').text
  return { item: { name: named || noun, url }, thread: threadKeyOf(noun.slice(2), project, id) }
}

/** Returns what else has comments, and what it is called if it has no title. */
function otherSubject(body: Native, kind: string): [noun: string, item: Native] {
  if (kind.includes('Snippet')) return ['a snippet', body.at('snippet')]
  if (kind.startsWith('WikiPage')) return ['a wiki page', body.at('wiki_page')]
  if (kind === 'Epic') return ['an epic', body.at('epic')]
  if (kind === 'WorkItem') return ['a work item', body.at('work_item')]
  if (kind === 'Vulnerability') return ['a vulnerability', body.at('vulnerability')]
  return ['something', body.at('none')]
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
  if (action === '') return gitlabTested(body, event, gitlabItem(request, '!'))
  const act =
    action === 'update' ? mergeRequestUpdate(body) : { did: eventWords(mergeRequestActs, action), after: '' }
  if (!act.did) return notShown(event, action === 'update' ? 'only some updates are shown' : undefined)
  const branch = code(request.at('target_branch').text)
  const both = branches(request.at('source_branch').text, request.at('target_branch').text)
  const isReview = action.includes('approv') && both !== ''
  const first = sentence({
    ...(act.did === 'approved' && { sign: '✅' }),
    who: gitlabUser(body),
    did: isDraft(request) && action === 'open' ? 'opened the draft merge request' : act.did,
    item: gitlabItem(request, '!'),
    after: action === 'merge' ? branch && `into ${branch}` : act.after || (isReview && `(${both})`),
    where: gitlabProject(body),
  })
  const rest = action === 'open' ? [both, excerpt(request.at('description'))] : []
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
  access_token: gitlabToken,
  build: gitlabJob,
  deploy_token: gitlabToken,
  deployment: gitlabDeployment,
  emoji: (_body, event) => notShown(event, 'reactions are not shown'),
  feature_flag: gitlabFeatureFlag,
  incident: gitlabIssue,
  issue: gitlabIssue,
  merge_request: gitlabMergeRequest,
  note: gitlabNote,
  pipeline: gitlabPipeline,
  push: gitlabPush,
  release: gitlabRelease,
  repository_update: (_body, event) => notShown(event, 'push shows what changed'),
  tag_push: gitlabPush,
  vulnerability: gitlabVulnerability,
  wiki_page: gitlabWikiPage,
  work_item: gitlabIssue,
}

const members = /^user_(?:add|update|remove|access_request)/

/** Kinds of events whose contents are in `object_attributes`. */
const withAttributes =
  /^(?:access_token|deploy_token|emoji|feature_flag|incident|issue|merge_request|milestone|note|pipeline|vulnerability|wiki_page|work_item)$/

const kindOf = (body: Native) => body.at('object_kind').text || body.at('event_name').text

function lacks(_headers: SenderHeaders, body: Native): string | undefined {
  const kind = kindOf(body)
  if (!/^\w+$/.test(kind)) return 'the field `object_kind` or `event_name`'
  if (withAttributes.test(kind)) return lackedField(body, 'object_attributes')
  if (kind === 'push' || kind === 'tag_push') return lackedField(body, 'ref')
  if (kind === 'build') return lackedField(body, 'build_status')
  return undefined
}

/** GitLab's webhooks, of projects, groups and the whole instance. */
export const gitlab: Adapter = {
  name: 'gitlab',
  title: 'GitLab',
  headers: ['x-gitlab-event'],
  // X-Gitlab-Event-UUID is the same for several events of one request
  idempotencyHeader: 'idempotency-key',
  matches: headers => headers['x-gitlab-event'] !== undefined,
  lacks,
  read: (_headers, body) => {
    const kind = kindOf(body)
    if (Object.hasOwn(readers, kind)) return dispatch(readers, kind, body)
    return members.test(kind) ? gitlabMember(body, eventName(kind)) : gitlabSystem(body, eventName(kind))
  },
}
