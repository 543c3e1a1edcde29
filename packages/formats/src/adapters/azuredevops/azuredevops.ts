import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { asWords } from '../alerts/alert.js'
import {
  dispatch,
  type EventReader,
  eventName,
  lackedField,
  notShown,
  threadKeyOf,
  withDeliveryId,
} from '../forges/events.js'
import { type ForgePush, isNoCommit, pushText, refOf } from '../forges/push.js'
import { addressBelow, connected, excerpt, lines, linked, person, sentence } from '../forges/sentence.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  azureCommitUrl,
  azureExcerpt,
  azureMessageLink,
  azureMessageName,
  azureName,
  azureProjectOf,
  azureRepository,
} from './azure-values.js'
import { azureApproval, azureBuild, azureDeployment, azureRun, azureRunPart } from './builds.js'
import { azureMergeAttempt, azurePullComment, azurePullCreated, azurePullUpdated } from './pulls.js'

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

/** Reads `git.push`. Its commits belong to no branch in particular. */
const azurePush: EventReader = (body, event) => {
  const refs = body.at('resource', 'refUpdates').items
  if (refs.length === 0) return notShown(event, 'the push changed nothing')
  const shown = refs
    .slice(0, maxRefs)
    .map(ref => pushText(pushOf(body.at('resource'), ref, refs.length === 1)))
  const hidden = body.at('resource', 'refUpdates').length - shown.length
  const more = hidden > 0 && `… and ${hidden} more branches and tags`
  return { event, text: joined([...shown, more], '\n\n') }
}

function pushOf(push: Native, update: Native, hasCommits: boolean): ForgePush {
  const where = azureRepository(push.at('repository'))
  const { kind, name } = refOf(update.at('name').text)
  const [before, after] = [update.at('oldObjectId').text, update.at('newObjectId').text]
  const change = changeOf(before, after)
  const version = `${kind === 'tag' ? 'GT' : 'GB'}${encodeURIComponent(name.slice(0, 200).toWellFormed())}`
  const isListed = hasCommits && kind === 'branch' && change !== 'deleted'
  const commits = isListed ? push.at('commits') : push.at('none')
  const isKnown = where.url !== '' && change !== 'deleted'
  const range = /^[\da-f]+ [\da-f]+$/i.test(`${before} ${after}`)
    ? `baseVersion=GC${before}&targetVersion=GC${after}`
    : ''
  return {
    who: azureName(push.at('pushedBy')),
    where,
    kind,
    ref: { name, url: isKnown && name !== '' ? `${where.url}?version=${version}` : '' },
    change,
    url: isKnown && change === 'updated' && range !== '' ? `${where.url}/branchCompare?${range}` : '',
    commits: commits.items.map(commit => commitOf(where.url, commit)),
    total: commits.length,
  }
}

function changeOf(before: string, after: string): ForgePush['change'] {
  if (isNoCommit(after)) return 'deleted'
  return isNoCommit(before) ? 'created' : 'updated'
}

function commitOf(url: string, commit: Native) {
  const sha = commit.at('commitId').text
  return {
    sha,
    url: azureCommitUrl({ name: '', url }, sha),
    message: commit.at('comment').text,
    author: commit.at('author', 'name').text,
  }
}

type Act = { did: string; after?: string }

const acts = new Map<string, Act>([
  ['workitem.created', { did: 'created' }],
  ['workitem.commented', { did: 'commented on' }],
  ['workitem.deleted', { did: 'deleted' }],
  ['workitem.restored', { did: 'restored' }],
])

/** The field whose text follows the first line. */
const quoted = new Map([
  ['workitem.created', 'System.Description'],
  ['workitem.commented', 'System.History'],
])

/** Reads the events of work items. An update has the fields that changed, and next to them the work item. */
const azureWorkItem: EventReader = (body, event) => {
  const resource = body.at('resource')
  const revision = resource.at('revision')
  const fields = revision.exists ? revision.at('fields') : resource.at('fields')
  const act = event === 'workitem.updated' ? updateOf(resource.at('fields')) : acts.get(event)
  if (!act) return notShown(event, 'only changes of state, assignee and title are shown')
  const id = resource.at('workItemId').text || resource.at('id').text
  const type = fields.at('System.WorkItemType').text
  const { text: title } = fields.at('System.Title')
  const project = fields.at('System.TeamProject').text
  const first = sentence({
    ...act,
    who: whoOf(body, fields, event === 'workitem.created'),
    item: { name: joined([type, id && `#${id}`, title]), url: linkOf(resource) || azureMessageLink(body) },
    where: { name: project, url: '' },
  })
  const said = azureExcerpt(fields.at(quoted.get(event) ?? ''))
  return { event, text: lines(first, said), ...threadKeyOf('issue', project, id) }
}

/** Returns who did it. For deletions, only the message says so. */
function whoOf(body: Native, fields: Native, isNew: boolean): string {
  const creator = isNew ? azureName(fields.at('System.CreatedBy')) : ''
  const reviser = azureName(body.at('resource', 'revisedBy')) || creator || azureMessageName(body)
  return reviser || azureName(fields.at('System.ChangedBy'))
}

function updateOf(changes: Native): Act | undefined {
  const state = changes.at('System.State', 'newValue').text
  if (state !== '') return { did: 'set', after: `to ${plain(state, 40)}` }
  const assignee = azureName(changes.at('System.AssignedTo', 'newValue'))
  if (assignee !== '') return { did: 'assigned', after: `to ${person(assignee)}` }
  const title = changes.at('System.Title', 'oldValue').text
  return title === '' ? undefined : { did: 'renamed', after: `(was: ${plain(title)})` }
}

function linkOf(resource: Native): string {
  return resource.at('_links', 'html', 'href').text || resource.at('revision', '_links', 'html', 'href').text
}

/** Reads `tfvc.checkin`. */
const azureCheckin: EventReader = (body, event) => {
  const changeset = body.at('resource')
  const number = changeset.at('changesetId').text
  const first = sentence({
    who: azureName(changeset.at('checkedInBy')) || azureName(changeset.at('author')),
    did: 'checked in',
    item: { name: number === '' ? 'a changeset' : `changeset ${number}`, url: azureMessageLink(body) },
  })
  return { event, text: lines(first, excerpt(changeset.at('comment'))) }
}

/** Reads an alert of Advanced Security whose subscription leaves out the message. */
function azureSecurityAlert(body: Native, event: string): Adapted {
  const alert = body.at('resource')
  const id = alert.at('alertId').text
  const repository = alert.at('repositoryUrl').text
  const url = addressBelow(repository, id && `alerts/${id}`)
  const { text: severity } = alert.at('severity')
  const state = asWords(event.split('.').at(-1) ?? '')
  const where = linked({ name: azureProjectOf(repository).name, url: repository })
  const text = joined([
    `⚠️ Security alert ${state}:`,
    link(alert.at('title').text || `#${id}`, url),
    severity && `(${plain(severity, 40)})`,
    where && `in ${where}`,
  ])
  return { event, text }
}

/** Shows the message of any other event, because somebody subscribed to exactly this event. */
function azureMessage(body: Native, event: string): Adapted | Skipped {
  const { text } = body.at('message', 'text')
  if (text === '' && event.startsWith('ms.advancedsecurity.')) return azureSecurityAlert(body, event)
  if (text === '') return notShown(event, 'it has no message')
  const address = azureMessageLink(body)
  return { event, text: joined([plain(text, 500), address && link('open', address)], ' · ') }
}

const readers: Record<string, EventReader> = {
  'build.complete': azureBuild,
  'git.pullrequest.created': azurePullCreated,
  'git.pullrequest.merged': azureMergeAttempt,
  'git.pullrequest.updated': azurePullUpdated,
  'git.push': azurePush,
  'ms.vss-code.git-pullrequest-comment-event': azurePullComment,
  'ms.vss-pipelinechecks-events.approval-completed': azureApproval,
  'ms.vss-pipelinechecks-events.approval-pending': azureApproval,
  'ms.vss-pipelines.job-state-changed-event': azureRunPart,
  'ms.vss-pipelines.run-state-changed-event': azureRun,
  'ms.vss-pipelines.stage-state-changed-event': azureRunPart,
  'ms.vss-release.deployment-approval-completed-event': azureApproval,
  'ms.vss-release.deployment-approval-pending-event': azureApproval,
  'ms.vss-release.deployment-completed-event': azureDeployment,
  'ms.vss-release.deployment-started-event': azureDeployment,
  'tfvc.checkin': azureCheckin,
  'workitem.commented': azureWorkItem,
  'workitem.created': azureWorkItem,
  'workitem.deleted': azureWorkItem,
  'workitem.restored': azureWorkItem,
  'workitem.updated': azureWorkItem,
}

const noSubscription = '00000000-0000-0000-0000-000000000000'

const isTest = (body: Native) => body.at('subscriptionId').text === noSubscription

/** Returns a notification's id. Tests have no subscription, and the same ids every time. */
function deliveryId(body: Native): string {
  const ids = ['subscriptionId', 'notificationId', 'id'].map(key => body.at(key).text)
  return ids.includes('') || isTest(body) ? '' : ids.join(':')
}

/** Returns what the test button sends: an example event, of which only its text is shown. */
function tested(end: Adapted | Skipped): Adapted {
  const { event } = end
  const example = 'skipped' in end ? '' : end.text
  return { event, text: lines(connected('Azure DevOps'), example && 'This is an example event:', example) }
}

function readEvent(body: Native): Adapted | Skipped {
  const { text: type } = body.at('eventType')
  if (Object.hasOwn(readers, type) && body.at('resource').exists) return dispatch(readers, type, body)
  return azureMessage(body, eventName(type))
}

/** The service hooks of Azure DevOps. They have no headers of their own. Their owners choose how much of the event they have. */
export const azureDevops: Adapter = {
  name: 'azuredevops',
  title: 'Azure DevOps',
  headers: [],
  matches: (_headers, body) =>
    body.at('eventType').exists &&
    body.at('publisherId').exists &&
    (body.at('resource').exists || body.at('message').exists),
  lacks: (_headers, body) => lackedField(body, 'eventType', 'publisherId'),
  read: (_headers, body) => {
    const end = readEvent(body)
    return isTest(body) ? tested(end) : withDeliveryId(end, deliveryId(body))
  },
}
