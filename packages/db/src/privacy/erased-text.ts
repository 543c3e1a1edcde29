import { htmlVersion, renderMarkdown } from '@posthorn/core'

/** The text of an erased post to which others have replied. */
export const erasedText = 'This post was erased.'

/** How that text is stored. */
export const erasedContent = { message: erasedText, html: renderMarkdown(erasedText), htmlVersion }

/**
 * What an erased delivery keeps: its ID, hook, outcome and counts, until its day is dropped. The row stays, because it prevents
 * a repeated call from posting again.
 */
export const emptied = `payload = '', detail = '', ignored = '{}', sender = NULL, event = NULL, format = (format::jsonb - 'headers')::text`
