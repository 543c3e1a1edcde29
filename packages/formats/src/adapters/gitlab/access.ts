import { asWords, listOnLine, updateBy } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { lines, linked, listed, person } from '../forges/sentence.js'
import { bold, code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabProject } from './gitlab-values.js'

/** Reads `access_token` and `deploy_token`, which GitLab sends before a token expires. */
export const gitlabToken: EventReader = (body, event) => {
  const token = body.at('object_attributes')
  const group = { name: body.at('group', 'full_path').text || body.at('group', 'group_name').text, url: '' }
  const owner = body.at('project').exists ? gitlabProject(body) : group
  const { text: date } = token.at('expires_at')
  const first = joined([
    `⚠️ The ${asWords(event)}`,
    bold(plain(token.at('name').text)),
    linked(owner) && `of ${linked(owner)}`,
    date === '' ? 'expires soon' : `expires on ${plain(date, 40)}`,
  ])
  return { event, text: first }
}

const memberActs = {
  user_add_to_group: 'joined',
  user_add_to_team: 'joined',
  user_update_for_group: 'got another role in',
  user_update_for_team: 'got another role in',
  user_remove_from_group: 'left',
  user_remove_from_team: 'left',
  user_access_request_to_group: 'asks for access to',
  user_access_request_to_project: 'asks for access to',
  user_access_request_denied_for_group: 'was denied access to',
  user_access_request_denied_for_project: 'was denied access to',
}

/** Reads the events about members of groups and projects. GitLab does not say who caused them. */
export const gitlabMember: EventReader = (body, event) => {
  const did = eventWords(memberActs, event)
  if (!did) return notShown(event)
  const path = body.at('group_path').text || body.at('project_path_with_namespace').text
  const role = body.at('group_access').text || body.at('access_level').text || body.at('project_access').text
  const { text: end } = body.at('expires_at')
  const hasRole = role !== '' && !event.startsWith('user_remove') && !event.includes('denied')
  const text = joined([
    event.startsWith('user_access_request_to') && '⏳',
    person(body.at('user_name').text || body.at('user_username').text),
    did,
    plain(path || body.at('group_name').text || body.at('project_name').text),
    hasRole && `as ${plain(role, 40)}`,
    hasRole && end !== '' && `until ${plain(end.slice(0, 10), 20)}`,
  ])
  return { event, text }
}

/** What happened to something on an instance or in a group: its sign, its noun, and words. */
const deeds: Readonly<Record<string, readonly [sign: string, noun: string, did: string]>> = {
  group_create: ['', 'group', 'was created'],
  group_destroy: ['⚠️', 'group', 'was deleted'],
  group_rename: ['', 'group', 'was renamed'],
  key_create: ['⚠️', 'SSH key', 'was added'],
  key_destroy: ['', 'SSH key', 'was deleted'],
  project_create: ['', 'project', 'was created'],
  project_destroy: ['⚠️', 'project', 'was deleted'],
  project_rename: ['', 'project', 'was renamed'],
  project_transfer: ['⚠️', 'project', 'was transferred'],
  project_update: ['', 'project', 'has changed settings'],
  subgroup_create: ['', 'subgroup', 'was created'],
  subgroup_destroy: ['⚠️', 'subgroup', 'was deleted'],
  user_create: ['', 'user', 'was created'],
  user_destroy: ['', 'user', 'was deleted'],
  user_failed_login: ['⚠️', 'user', 'could not log in'],
  user_rename: ['', 'user', 'was renamed'],
}

/** Reads the events of an instance, which are called system hooks, and those about a group's projects and subgroups. */
export const gitlabSystem: EventReader = (body, event) => {
  const deed = Object.hasOwn(deeds, event) ? deeds[event] : undefined
  if (!deed) return notShown(event)
  const [sign, noun, did] = deed
  const before =
    body.at('old_path_with_namespace').text || body.at('old_full_path').text || body.at('old_username').text
  const facts = [
    before && `was ${code(before, 80)}`,
    body.at('state').text !== '' && asWords(body.at('state').text),
    body.at('project_visibility').text !== '' && `${asWords(body.at('project_visibility').text)}`,
    body.at('parent_full_path').text !== '' && `in ${plain(body.at('parent_full_path').text)}`,
  ]
  const owners = body.at('owners').items.map(owner => plain(owner.at('name').text, 60))
  const owner = listOnLine(owners) || plain(body.at('owner_name').text, 60)
  const notes = joined(facts, ', ')
  return {
    event,
    text: joined(
      [
        joined([sign, `The ${noun}`, nameOf(body, noun), did, notes && `(${notes})`]),
        owner && `owned by ${owner}`,
      ],
      ' · ',
    ),
  }
}

/** Returns what an event is about. Keys are long, so their owner is shown. */
function nameOf(body: Native, noun: string): string {
  const [user, name] = [body.at('username').text, body.at('name').text]
  if (noun === 'SSH key') return `of ${bold(person(user))}`
  if (noun === 'user') return joined([bold(person(user || name)), user && name && `(${plain(name, 60)})`])
  const path = body.at('path_with_namespace').text || body.at('full_path').text
  return bold(plain(path || name))
}

const ends = new Set(['resolved', 'dismissed'])
const severities = ['low', 'medium', 'high', 'critical']

/** Reads `vulnerability`. A vulnerability is one post, which is closed once it is resolved or dismissed. */
export const gitlabVulnerability: EventReader = body => {
  const found = body.at('object_attributes')
  const { text: state } = found.at('state')
  const event = eventName('vulnerability', state)
  const { text: url } = found.at('url')
  const project = /^(https?:\/\/[^/]+\/)([^?#]{1,500}?)\/-\//i.exec(url.slice(0, 1000))
  const where = project ? { name: project[2] ?? '', url: `${project[1]}${project[2]}` } : gitlabProject(body)
  const sign = state === 'resolved' ? '✅' : state === 'dismissed' ? 'ℹ️' : '⚠️'
  const { text: severity } = found.at('severity')
  const first = joined([
    sign,
    bold(joined(['Vulnerability', asWords(state)])),
    link(found.at('title').text, url),
    severity && `(${plain(severity, 40)})`,
    linked(where) && `in ${linked(where)}`,
  ])
  const id = url || found.at('id').text
  const rank = ends.has(state) ? 0 : severities.indexOf(severity.toLowerCase()) + 2
  return {
    event,
    text: lines(first, ...places(found)),
    ...updateBy('vulnerability', id, ends.has(state)),
    standing: { vulnerability: rank },
  }
}

/** Returns where a vulnerability is, and what it is called elsewhere. */
function places(found: Native): string[] {
  const location = found.at('location')
  const dependency = location.at('dependency')
  const names = joined([dependency.at('package', 'name').text, dependency.at('version').text])
  const { text: line } = location.at('start_line')
  const ids = found
    .at('identifiers')
    .items.filter(each => /^(cve|cwe|ghsa)$/i.test(each.at('external_type').text))
    .map(each => link(each.at('name').text, each.at('url').text))
  const issues = found.at('issues').items.map(issue => link(issue.at('title').text, issue.at('url').text))
  return [
    joined([code(names), code(joined([location.at('file').text, line], ':'))], ' in '),
    joined([found.at('report_type').text && asWords(found.at('report_type').text), listOnLine(ids)], ' · '),
    listed(issues),
  ]
}
