import { readHtml } from '../../markup/html.js'
import { readMarkdown } from '../../markup/markdown.js'
import { quoteMarkup } from '../../markup/write.js'
import { keyFor } from '../forges/events.js'
import { addressBelow, type ForgePlace } from '../forges/sentence.js'
import type { Native } from '../native.js'

/** Messages are short. */
const maxMessage = 10_000

/** Returns the text of a work item as a quote: HTML, or Markdown in newer ones. */
export function azureExcerpt({ text }: Native): string {
  return quoteMarkup(/<\/?[a-z][^<>]{0,2000}>/i.test(text) ? readHtml(text) : readMarkdown(text))
}

/** Returns a person's name from an object, or from `Alice Weber <alice@example.org>`. */
export function azureName(person: Native): string {
  const { text } = person
  const address = text.indexOf(' <')
  const written = address === -1 ? text : text.slice(0, address)
  return person.at('displayName').text || written
}

/** Returns an address of the repository's pages. Clone addresses may have a user in them. */
export function azureRepository(repository: Native): ForgePlace {
  const remote = repository.at('webUrl').text || repository.at('remoteUrl').text
  const url = remote.slice(0, 1000).replace(/^(https?:\/\/)[^/@]*@/i, '$1')
  const project = repository.at('project', 'name').text
  const name = repository.at('name').text
  return { name: project === '' || project === name ? name : `${project}/${name}`, url }
}

export function azureCommitUrl({ url }: ForgePlace, sha: string): string {
  return addressBelow(url, sha && `commit/${sha}`)
}

export function azureWebLink(item: Native): string {
  return item.at('_links', 'web', 'href').text
}

/** Returns a run's key. Builds and runs have the same ids. */
export function azureRunKey(body: Native, id: string): string | undefined {
  const project = body.at('resource', 'project', 'id').text
  return keyFor('run', body.at('resourceContainers', 'project', 'id').text || project, id)
}

/** Returns the first address in the message, which links to what the event is about. */
export function azureMessageLink(body: Native): string {
  const texts = ['message', 'detailedMessage'].map(key => body.at(key, 'markdown').text)
  const found = texts.map(text => /\]\((https?:\/\/[^\s)<>]{1,1000})\)/i.exec(text.slice(0, maxMessage))?.[1])
  return found.find(address => address !== undefined) ?? ''
}

/** Returns the person whom only the message names: `Bug #5 (Leak) deleted by Ana`. */
export function azureMessageName(body: Native): string {
  const [first = ''] = body.at('message', 'text').text.slice(0, 1000).split(/\r?\n/, 1)
  return / by ([^()]{1,80}?)\.?$/i.exec(first.trim())?.[1]?.trim() ?? ''
}

/** Returns the project in the address of one of its pages. */
export function azureProjectOf(url: string): ForgePlace {
  const found = /^(https:\/\/(?:dev\.azure\.com\/[^/]+|[^/]+\.visualstudio\.com)\/([^/_][^/]*))\/_/i.exec(url)
  return { name: found?.[2]?.replaceAll('%20', ' ') ?? '', url: found?.[1] ?? '' }
}
