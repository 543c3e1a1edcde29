/** Unsent texts by channel, thread or edited post, until the page is closed. */
const drafts = new Map<string, string>()

/** The name of the text that replaces a post's. */
export const editOf = (post: string): string => `edit ${post}`

export function draftOf(name: string): string | undefined {
  return drafts.get(name)
}

export function keepDraft(name: string, text: string): void {
  drafts.set(name, text)
}

export function dropDraft(name: string): void {
  drafts.delete(name)
}
