import { createRouter } from '@tanstack/react-router'
import { routes } from './routes.js'

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent', // a screen's code is there when the pointer rests on its link
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
