import type { Adapted, Skipped } from '../adapter.js'
import { keyFor, threadKeyOf } from '../forges/events.js'
import { addressBelow, type ForgePlace, numbered } from '../forges/sentence.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'

export function githubRepository(body: Native): ForgePlace {
  return githubRepositoryOf(body.at('repository'))
}

export function githubRepositoryOf(repository: Native): ForgePlace {
  return { name: repository.at('full_name').text, url: repository.at('html_url').text }
}

/** Returns a person or an organization with its page. */
export function githubAccount(account: Native): ForgePlace {
  return { name: account.at('login').text, url: account.at('html_url').text }
}

/** Returns the address of the GitHub that sent this. Of people we know the pages, of organizations only their names. */
export function githubHost(body: Native): string {
  return /^https?:\/\/[^/]*/i.exec(body.at('sender', 'html_url').text)?.[0] ?? ''
}

/** Returns where an event happened: in a repository, an organization, or an enterprise. */
export function githubOwner(body: Native): ForgePlace {
  if (body.at('repository', 'full_name').exists) return githubRepository(body)
  const organization = body.at('organization', 'login').text
  if (organization !== '') return { name: organization, url: addressBelow(githubHost(body), organization) }
  const enterprise = body.at('enterprise')
  return { name: enterprise.at('name').text, url: enterprise.at('html_url').text }
}

/** Returns the key of an event that GitHub announces twice, under two names, with the same repository. */
export function onceKey(body: Native, event: string, id = ''): string | undefined {
  return keyFor(
    event,
    githubRepository(body).name,
    joined([id, body.at('repository', 'updated_at').text], '/'),
  )
}

export function githubSender(body: Native): string {
  return body.at('sender', 'login').text || body.at('sender', 'username').text
}

/** Returns an issue, a pull request or a discussion as `#42 Title`, with its address or another one. */
export function githubItem(item: Native, url = item.at('html_url').text): ForgePlace {
  return { name: numbered(item.at('number'), item.at('title')), url }
}

export function githubThread(body: Native, kind: 'issue' | 'pull' | 'discussion', item: Native) {
  return threadKeyOf(kind, githubRepository(body).name, item.at('number').text)
}

export function githubKey(body: Native, kind: string, id: Native): string | undefined {
  return keyFor(kind, githubRepository(body).name, id.text)
}

/** Reads an event that links to a branch. Forges that imitate GitHub have another path for branches. */
export type GithubBranchReader = (body: Native, event: string, branchPath?: string) => Adapted | Skipped

export function githubBranch(body: Native, name: string, branchPath = 'tree'): ForgePlace {
  return { name, url: addressBelow(githubRepository(body).url, name && `${branchPath}/${name}`) }
}

/** Returns a branch, or a commit by its short id. */
export function githubRef(body: Native, name: string): ForgePlace {
  if (!/^[\da-f]{40,64}$/.test(name)) return githubBranch(body, name)
  return { name: name.slice(0, 7), url: addressBelow(githubRepository(body).url, `commit/${name}`) }
}

/** Returns who was assigned. Only GitHub sends the person next to the issue. */
export function githubAssignee(body: Native, item: Native): string {
  const assignees = item.at('assignees')
  const last = assignees.at(String(assignees.length - 1), 'login').text
  return body.at('assignee', 'login').text || last || item.at('assignee', 'login').text
}

/** Returns the title before an edit, if the edit changed it. */
export function githubOldTitle(body: Native): string {
  return body.at('changes', 'title', 'from').text
}
