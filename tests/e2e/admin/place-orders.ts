import { newShopper } from '../fixtures.ts'
import { demoShop } from '../buying/demo-order.ts'

async function post(path: string, body: unknown, token?: string) {
  const response = await fetch(`${demoShop.apiOrigin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Places orders that await their payment, to this name; returns their numbers. */
export async function placeOrders(count: number, fullName: string): Promise<string[]> {
  const shopper = newShopper()
  await post('/users/register', { ...shopper, firstName: 'Asha', lastName: 'Rao' })
  const { token } = await post('/users/authorize', shopper)
  const response = await fetch(`${demoShop.apiOrigin}/api/v1/products?limit=1`)
  const { data } = await response.json()
  const shippingAddress = {
    ...{ fullName, address: '14 Loom Street', city: 'Varanasi', state: 'Uttar Pradesh' },
    ...{ postalCode: '221001', phone: '+919876543210' },
  }
  const numbers: string[] = []
  for (let placed = 0; placed < count; placed += 1) {
    const { id } = await post('/orders', { products: { [data[0].id]: 1 }, shippingAddress }, token)
    numbers.push(id)
  }
  return numbers
}
