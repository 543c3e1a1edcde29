export { type Ingress, type IngressOptions, openIngress } from './ingress.js'
