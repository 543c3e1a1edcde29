/** The first stop of the keyboard: leads past the sidebar. A link would add its fragment to the URL, which the router reads. */
export function SkipLink() {
  return (
    <button
      type="button"
      onClick={focusMain}
      className="sr-only rounded-md bg-raised font-medium shadow-pop focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-40 focus:px-3 focus:py-2"
    >
      Skip to content
    </button>
  )
}

/** Moves the focus to the content, for example because what had it is gone. */
export function focusMain(): void {
  const mains = document.querySelectorAll<HTMLElement>('main, [role=main]')
  const main = [...mains].find(element => !element.closest('[inert]')) // a thread may cover its channel
  if (!main) return
  main.tabIndex = -1
  main.focus()
}
