import { threadKeyOf } from '../forges/events.js'
import { addressBelow, type ForgePlace, numbered } from '../forges/place.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'

/** Data Center leaves out most addresses, so many posts have no links. */
export const stashLink = (item: Native) => item.at('links', 'self', '0', 'href').text

export function stashRepository(repository: Native): ForgePlace {
  const name = joined([repository.at('project', 'key').text, repository.at('slug').text], '/')
  return { name, url: stashLink(repository) }
}

export function stashName(user: Native): string {
  return user.at('displayName').text || user.at('name').text
}

export function stashActor(body: Native): string {
  return stashName(body.at('actor'))
}

/** Returns the repository of a pull request: that of its target. */
export function stashTarget(pull: Native): ForgePlace {
  return stashRepository(pull.at('toRef', 'repository'))
}

export function stashPull(pull: Native): ForgePlace {
  return { name: numbered(pull.at('id'), pull.at('title')), url: stashLink(pull) }
}

export function stashThread(pull: Native) {
  return threadKeyOf('pull', stashTarget(pull).name, pull.at('id').text)
}

export function stashCommitUrl(repository: ForgePlace, sha: string): string {
  const base = repository.url.endsWith('/browse')
    ? repository.url.slice(0, -'/browse'.length)
    : repository.url
  return addressBelow(base, sha && `commits/${sha}`)
}
