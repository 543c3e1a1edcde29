import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { addressBelow, type ForgePlace, lines, linked, listed, person, sentence } from '../forges/sentence.js'
import { bold, code, count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubOwner, githubRepository, githubSender, onceKey } from './github-values.js'

/** Returns a page below that of the repository. */
function pageBelow(body: Native, path: string): string {
  return addressBelow(githubRepository(body).url, path)
}

/** Reads `deploy_key`. */
export const githubDeployKey: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('deploy_key', action)
  const key = body.at('key')
  const item = { name: key.at('title').text, url: pageBelow(body, 'settings/keys') }
  const where = githubRepository(body)
  const rights = key.at('read_only')
  if (action !== 'created')
    return {
      event,
      text: sentence({ who: githubSender(body), did: `${asWords(action)} the deploy key`, item, where }),
    }
  const after = rights.exists && (rights.isTrue ? 'with read access' : 'with write access')
  const did = 'added the deploy key'
  return { event, text: sentence({ sign: '⚠️', who: githubSender(body), did, item, after, where }) }
}

/** Returns a setting on a short line. */
function shown(value: Native): string {
  const { text } = value
  const list = value.items.map(item => item.text)
  return code(text || joined(list.slice(0, 10), ', '), 80) || 'nothing'
}

/** Returns the settings that changed: `admin enforced: true → false`. */
function settingChanges(changes: Native, now: Native): string[] {
  return changes.entries.map(([name, change]) => {
    const after = now.at(name).exists && ` → ${shown(now.at(name))}`
    return `${asWords(name)}: ${shown(change.at('from'))}${after || ''}`
  })
}

const protections = {
  created: { sign: '', did: 'protected the branch' },
  edited: { sign: '⚠️', did: 'changed the protection of the branch' },
  deleted: { sign: '⚠️', did: 'deleted the protection of the branch' },
}

/** Reads `branch_protection_rule`. */
export const githubProtection: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('branch_protection_rule', action)
  const rule = body.at('rule')
  const words = Object.hasOwn(protections, action) && protections[action as keyof typeof protections]
  const first = sentence({
    ...(words || { did: `${asWords(action)} the protection of the branch` }),
    who: githubSender(body),
    item: { name: rule.at('name').text, url: pageBelow(body, 'settings/branches') },
    where: githubRepository(body),
  })
  return { event, text: lines(first, listed(settingChanges(body.at('changes'), rule))) }
}

/** Reads `branch_protection_configuration`, which turns all protections of a repository on or off. */
export const githubProtections: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('branch_protection_configuration', action)
  const did = `${asWords(action)} all branch protections`
  const sign = action === 'enabled' ? '' : '⚠️'
  return { event, text: sentence({ sign, who: githubSender(body), did, where: githubRepository(body) }) }
}

/** Reads `repository_ruleset`, of a repository or an organization. */
export const githubRuleset: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('repository_ruleset', action)
  const ruleset = body.at('repository_ruleset')
  const changes = body.at('changes')
  const rules = ['added', 'deleted', 'updated'].map(kind => {
    const types = changes
      .at('rules', kind)
      .items.map(rule => (rule.at('rule').exists ? rule.at('rule') : rule).at('type').text)
    return types.length > 0 && `rules ${kind}: ${code(joined(types.slice(0, 10), ', '))}`
  })
  const { text: enforcement } = ruleset.at('enforcement')
  const url = ruleset.at('_links', 'html', 'href').text || pageBelow(body, 'rules')
  const first = sentence({
    ...(action !== 'created' && { sign: '⚠️' }),
    who: githubSender(body),
    did: `${asWords(action)} the ruleset`,
    item: { name: ruleset.at('name').text, url },
    after: action !== 'deleted' && enforcement !== '' && `(${asWords(enforcement)})`,
    where: githubOwner(body),
  })
  const settings = settingChanges(changes, ruleset).filter(line => !/^(rules|conditions):/.test(line))
  return { event, text: lines(first, listed([...settings, ...rules.filter(line => line !== false)])) }
}

/** Returns the permission that a member got, and the one before. */
function permission(body: Native): string {
  const changes = body.at('changes')
  const to =
    changes.at('role_name', 'to').text ||
    changes.at('permission', 'to').text ||
    body.at('membership', 'role').text
  const from = changes.at('permission', 'from').text || changes.at('old_permission', 'from').text
  if (to === '') return from && `(was: ${plain(from, 40)})`
  return joined([from && `from ${plain(from, 40)}`, `${from ? 'to' : 'as'} ${plain(to, 40)}`])
}

/** Reads `member`, the people of a repository. */
export const githubMember: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('member', action)
  const name = person(body.at('member', 'login').text)
  const place = linked(githubRepository(body))
  const acts = {
    added: `added ${name} to ${place}`,
    removed: `removed ${name} from ${place}`,
    edited: `changed the permission of ${name} in ${place}`,
  }
  const did = eventWords(acts, action)
  if (!did) return notShown(event)
  const after = action === 'removed' ? '' : permission(body)
  return { event, text: sentence({ who: githubSender(body), did, after }) }
}

/** Reads `membership`, the people of a team. */
export const githubMembership: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('membership', action)
  const name = person(body.at('member', 'login').text)
  const team = link(body.at('team', 'name').text, body.at('team', 'html_url').text)
  const did = `${asWords(action)} ${name} ${action === 'removed' ? 'from' : 'to'} the team ${team || 'that was deleted'}`
  return { event, text: sentence({ who: githubSender(body), did, where: githubOwner(body) }) }
}

/** Reads `organization`. */
export const githubOrganization: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('organization', action)
  const invited = body.at('invitation', 'login').text || body.at('invitation', 'email').text
  const name = person(body.at('membership', 'user', 'login').text || invited || body.at('user', 'login').text)
  const role = asWords(body.at('membership', 'role').text || body.at('invitation', 'role').text)
  const as = role !== '' && `as ${role}`
  const acts: Record<string, [did: string, after?: string | false]> = {
    member_added: [`added ${name} to`, as],
    member_removed: [`removed ${name} from`],
    member_invited: [`invited ${name} to`, as],
    renamed: ['renamed the organization', `(was: ${plain(body.at('changes', 'login', 'from').text)})`],
    deleted: ['deleted the organization'],
  }
  const act = Object.hasOwn(acts, action) ? acts[action] : undefined
  if (!act) return notShown(event)
  const [did, after] = act
  const sign = action === 'deleted' ? '⚠️' : ''
  return { event, text: sentence({ sign, who: githubSender(body), did, item: githubOwner(body), after }) }
}

/** Reads `org_block`. */
export const githubBlock: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('org_block', action)
  const user = body.at('blocked_user')
  const item = { name: user.at('login').text, url: user.at('html_url').text }
  return {
    event,
    text: sentence({ who: githubSender(body), did: asWords(action), item, where: githubOwner(body) }),
  }
}

function teamOf(body: Native): ForgePlace {
  return { name: body.at('team', 'name').text, url: body.at('team', 'html_url').text }
}

/** Reads `team`, and `team_add`, which announces that a team was added to a repository a second time. */
export const githubTeam: EventReader = (body, name) => {
  const event = eventName(name, body.at('action').text)
  const action = body.at('action').text || 'added_to_repository'
  const rights = body.at('team', 'permission').text
  const place = linked(githubRepository(body))
  const acts: Record<string, [did: string, after?: string]> = {
    added_to_repository: ['gave the team', `access to ${place}${rights && ` (${plain(rights, 40)})`}`],
    removed_from_repository: ['took from the team', `the access to ${place}`],
    created: ['created the team'],
    deleted: ['deleted the team'],
    edited: ['changed the team'],
  }
  const hasRights = action === 'edited' && body.at('changes', 'repository', 'permissions').exists
  const changedRights: [string, string] = [
    'changed the access of the team',
    `to ${place}${rights && ` (now ${plain(rights, 40)})`}`,
  ]
  const act = hasRights ? changedRights : Object.hasOwn(acts, action) ? acts[action] : undefined
  if (!act) return notShown(event)
  const [did, after] = act
  const isRepository = after !== undefined
  const first = sentence({
    who: githubSender(body),
    did,
    item: teamOf(body),
    after,
    ...(!isRepository && { where: githubOwner(body) }),
  })
  const key = isRepository ? onceKey(body, `team.${action}`, body.at('team', 'id').text) : undefined
  const changed = body.at('changes').entries.map(([name]) => asWords(name))
  return {
    event,
    text: lines(
      first,
      action === 'edited' &&
        !hasRights &&
        changed.length > 0 &&
        `Changed: ${changed.slice(0, 10).join(', ')}`,
    ),
    ...(key !== undefined && { updateKey: key }),
  }
}

/** Reads `personal_access_token_request`. */
export const githubTokenRequest: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('personal_access_token_request', action)
  const request = body.at('personal_access_token_request')
  const owner = person(request.at('owner', 'login').text || githubSender(body))
  const { text: name } = request.at('token_name')
  const token = joined(['the access token', name && bold(plain(name, 60)), `of ${owner}`])
  const acts = {
    created: `asks to approve ${token}`,
    approved: `approved ${token}`,
    denied: `denied ${token}`,
    cancelled: `canceled the request for ${token}`,
  }
  const did = eventWords(acts, action)
  if (!did) return notShown(event)
  const where = githubOwner(body)
  const sign = action === 'created' ? '⏳' : ''
  const { number: repositories = 0 } = request.at('repository_count')
  const rights = ['organization', 'repository', 'other'].flatMap(kind =>
    request
      .at('permissions_added', kind)
      .entries.map(([right, level]) => `${asWords(right)}: ${plain(level.text, 20)}`),
  )
  const scope = repositories > 0 && `for ${count(repositories, 'repository', 'repositories')}`
  return {
    event,
    text: lines(sentence({ sign, who: githubSender(body), did, after: scope, where }), listed(rights)),
  }
}
