/** Applies the text of the search field in which the user is still typing. */
let apply = () => {}

export function setTypedSearch(applying: () => void): void {
  apply = applying
}

/**
 * Applies what the user has just typed into a search field. Runs before a click opens a row, so that its link reads the filter
 * from the URL, and Back returns to it.
 */
export function applyTypedSearch(): void {
  apply()
}
