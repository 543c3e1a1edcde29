import { threadKeyOf } from '../forges/events.js'
import { type ForgePlace, numbered } from '../forges/sentence.js'
import type { Native } from '../native.js'

export const bitbucketLink = (item: Native) => item.at('links', 'html', 'href').text

export function bitbucketRepository(body: Native): ForgePlace {
  const repository = body.at('repository')
  return { name: repository.at('full_name').text, url: bitbucketLink(repository) }
}

export function bitbucketName(user: Native): string {
  return user.at('display_name').text || user.at('nickname').text || user.at('username').text
}

export function bitbucketActor(body: Native): string {
  return bitbucketName(body.at('actor'))
}

/** Returns an issue or a pull request as `#42 Title`. */
export function bitbucketItem(item: Native, url = bitbucketLink(item)): ForgePlace {
  return { name: numbered(item.at('id'), item.at('title')), url }
}

export function bitbucketThread(body: Native, kind: 'issue' | 'pull', item: Native) {
  return threadKeyOf(kind, bitbucketRepository(body).name, item.at('id').text)
}

/** Returns the first part of `Alice Weber <alice@example.org>`. */
export function bitbucketAuthor(commit: Native): string {
  const raw = commit.at('author', 'raw').text
  const address = raw.indexOf('<')
  const written = address === -1 ? raw : raw.slice(0, address)
  return bitbucketName(commit.at('author', 'user')) || written.trim()
}
