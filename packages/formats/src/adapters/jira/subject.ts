import type { Adapted } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Returns a person's name. Names of accounts are in versions before Jira's privacy changes. */
export function jiraPerson(user: Native): string {
  return plain(user.at('displayName').text || user.at('name').text, 60)
}

/** Returns `SHOP-12: Checkout fails`. */
export function jiraName(issue: Native): string {
  return joined([issue.at('key').text, issue.at('fields', 'summary').text], ': ') || 'an issue'
}

/** Returns `[SHOP-12: Checkout fails](…)`, or the address of a comment on it. */
export function jiraTitle(issue: Native, commentId = ''): string {
  const key = issue.at('key').text
  const query = /^\d+$/.test(commentId) ? `?focusedCommentId=${commentId}` : ''
  const address = siteOf(issue)
  return link(
    jiraName(issue),
    address !== '' && /^[\w-]+$/.test(key) ? `${address}/browse/${key}${query}` : '',
  )
}

/** Only the address of the API is known. Apps that use OAuth get one that is not of the site. */
function siteOf(issue: Native): string {
  const self = issue.at('self').text
  const end = self.indexOf('/rest/')
  return end === -1 || self.startsWith('https://api.atlassian.com/') ? '' : self.slice(0, end)
}

/** Returns the thread of an issue. Its key changes when the issue moves to another project, but not its id. */
export function jiraThread(issue: Native, isEnd = false): Pick<Adapted, 'threadKey' | 'close'> {
  return threadBy('issue', issue.at('id').text, isEnd)
}

/** Returns the words of Jira's markup, without the ids of accounts that it mentions. */
export function jiraWords(markup: string): string {
  return markup
    .slice(0, 5000)
    .replace(/\[~[^\]\n]{1,200}\]/g, '@somebody')
    .replace(/\{(?:code|noformat|quote|panel|color)(?::[^{}\n]{0,200})?\}/g, '')
    .replace(/^h[1-6]\.[ \t]+/gm, '')
    .replace(/^(?:#{1,5}|\*{1,5})[ \t]+/gm, '- ')
    .replace(/\[([^[\]|\n]{1,300})\|[^\]\n]{1,2000}\]/g, '$1')
    .replace(/(^|[\s(])\*([^*\s\n][^*\n]{0,300})\*(?=[\s).,;:!?]|$)/gm, '$1$2')
    .replace(/(?:\r?\n[ \t]*){3,}/g, '\n\n')
}
