import { useLocation } from '@tanstack/react-router'
import { use, useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.js'
import { CurrentSidebar } from './with-sidebar.js'

/** A button that opens the sidebar on narrow screens. The drawer closes after a choice, or with Esc. */
export function SidebarDrawer() {
  const ref = useRef<HTMLDialogElement>(null)
  const { href } = useLocation()
  const Sidebar = use(CurrentSidebar)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after each navigation
  useEffect(() => ref.current?.close(), [href])
  if (!Sidebar) return null
  return (
    <div className="md:hidden">
      <IconButton icon="menu" label="Open sidebar" onClick={() => ref.current?.showModal()} />
      <dialog
        ref={ref}
        aria-label="Sidebar"
        onPointerDown={event => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
        className="m-0 h-dvh max-h-none w-[min(20rem,85vw)] max-w-none p-0 shadow-pop"
      >
        <Sidebar className="flex h-full" />
      </dialog>
    </div>
  )
}
