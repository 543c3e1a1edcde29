import { type EventReader, notShown, threadKeyOf } from '../forges/events.js'
import { lines, person, sentence } from '../forges/sentence.js'
import { joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { azureName, azureWords } from './common.js'

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
export const azureWorkItem: EventReader = (body, event) => {
  const resource = body.at('resource')
  const revision = resource.at('revision')
  const fields = revision.exists ? revision.at('fields') : resource.at('fields')
  const act = event === 'workitem.updated' ? updateOf(resource.at('fields')) : acts.get(event)
  if (!act) return notShown(event, 'only changes of state, assignee and title are shown')
  const id = resource.at('workItemId').text || resource.at('id').text
  const type = fields.at('System.WorkItemType').text
  const creator = event === 'workitem.created' ? azureName(fields.at('System.CreatedBy')) : ''
  const { text: title } = fields.at('System.Title')
  const project = fields.at('System.TeamProject').text
  const first = sentence({
    ...act,
    who: azureName(resource.at('revisedBy')) || creator || azureName(fields.at('System.ChangedBy')),
    item: { name: joined([type, id && `#${id}`, title]), url: linkOf(resource) },
    where: { name: project, url: '' },
  })
  const words = azureWords(fields.at(quoted.get(event) ?? '').text)
  return { event, text: lines(first, quote(words)), ...threadKeyOf('issue', project, id) }
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
