import { expect, test } from '../fixtures.ts'
import { openOtherShop } from '../other-shop.ts'
import { fillAddress, haveCart, line, OTHER_ORDER } from './shopper.ts'

/** What a screen reader finds on a phone, page by page: roles, names, states, and what is announced. */
test.describe('on a phone', { tag: '@phone' }, () => {
  test(
    'a purchase as a screen reader reads it',
    { tag: ['@req-1.3', '@req-2.12', '@req-2.13'] },
    async ({ page }) => {
      const shop = openOtherShop()
      const main = page.getByRole('main')
      const announced = page.locator('#toasts')
      const { origin } = shop
      await haveCart(page, origin, [line({ selectedSize: 'M', selectedColor: 'White' })])

      await page.goto(`${origin}/cart`)
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Shopping Cart" [level=1]
      - group "Cart":
        - list:
          - listitem:
            - heading "Plain Shirt 1" [level=2]:
              - link "Plain Shirt 1"
            - paragraph: "Colour: White · Size: M"
            - paragraph: ₹900
            - 'group "Quantity of Plain Shirt 1, Colour: White · Size: M"':
              - 'button "Decrease quantity of Plain Shirt 1, Colour: White · Size: M" [disabled]'
              - status: "1"
              - 'button "Increase quantity of Plain Shirt 1, Colour: White · Size: M"'
            - button "Remove Plain Shirt 1"
        - region "Summary":
          - paragraph:
            - text: Subtotal (1 item)
            - strong: ₹900
          - paragraph: Free shipping across India.
          - button "Checkout"
          - button "Clear Cart"
  `)
      await expect(
        page.getByRole('region', { name: 'Summary' }).getByRole('paragraph').first(),
      ).toHaveAttribute('aria-live', 'polite')

      await page.getByRole('button', { name: 'Checkout' }).click()
      await expect(announced).toMatchAriaSnapshot(`
    - status:
      - paragraph: Login Required
      - paragraph: Please login to proceed with checkout
      - button "Dismiss"
  `)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
        'Invalid email address',
      )
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Login" [level=1]
      - textbox "Email" [invalid]
      - textbox "Password" [invalid]
      - button "Show password"
      - checkbox "Remember me"
      - link "Forgot password?"
      - button "Sign in"
  `)
      await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
      await page.getByRole('textbox', { name: 'Password' }).fill('secret-1')
      await page.getByRole('button', { name: 'Sign in' }).click()

      await expect(page).toHaveURL(`${origin}/checkout`)
      await page.getByRole('button', { name: 'Create Order' }).click()
      await expect(announced).toMatchAriaSnapshot(`
    - alert:
      - paragraph: Please fill all fields
      - paragraph: All shipping information fields are required.
  `)
      await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
        'Enter your address House number, street and area',
      )
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Checkout" [level=1]
      - form "Checkout":
        - region "Shipping Information":
          - heading "Shipping Information" [level=2]
          - textbox "Full Name" [invalid]
          - textbox "Address" [invalid]
          - textbox "City" [invalid]
          - combobox "State" [invalid]
          - textbox "PIN Code" [invalid]
          - textbox "Phone" [invalid]
        - region "Order Summary":
          - heading "Order Summary" [level=2]
          - list:
            - listitem
          - term: Subtotal
          - definition: ₹900
          - term: Shipping
          - definition: Free
          - term: Total
          - definition: ₹900
        - paragraph:
          - text: To pay
          - strong: ₹900
        - button "Create Order"
  `)
      await fillAddress(page)
      await page.getByRole('button', { name: 'Create Order' }).click()

      await expect(page).toHaveURL(`${origin}/payment?orderId=${OTHER_ORDER}`)
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Payment" [level=1]
      - form "Complete Your Payment":
        - heading "Complete Your Payment" [level=2]
        - textbox "Full name"
        - textbox "Phone": "+91"
        - button "Proceed to Payment" [disabled]
        - paragraph: Fill in the fields marked * to continue.
  `)
      for (const name of ['Full name', 'Phone']) {
        await expect(page.getByRole('textbox', { name })).toHaveAttribute('aria-required', 'true')
      }
      await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toHaveAccessibleDescription(
        'Fill in the fields marked * to continue.',
      )
      await page.getByRole('textbox', { name: 'Full name' }).fill('Asha Rao')
      await page.getByRole('textbox', { name: 'Phone' }).fill('9876543210')
      await shop.stubResponse('POST /payments', { success: false, error: 'The bank said no.' })
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(main.getByRole('alert')).toHaveText('The bank said no.')

      const qr = 'upi://pay?pa=shop@bank&pn=Plain%20Store&am=900.00&cu=INR'
      await shop.stubResponse('POST /payments', { success: true, action: { type: 'qr', qr } })
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeFocused()
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - region "Scan QR Code to Complete Payment":
        - heading "Scan QR Code to Complete Payment" [level=2]
        - term: Amount
        - definition: ₹900
        - paragraph: Scan this QR code with your banking or payment app to complete the payment.
        - img "QR code for this payment"
        - link "Open payment app"
        - term: Order
        - definition: ${OTHER_ORDER}
        - term: Pay to
        - definition: Plain Store
        - term: UPI ID
        - definition: shop@bank
        - status: Waiting for your payment. This page updates automatically.
        - button "I have paid"
        - button "Try another way to pay"
  `)
      await shop.stubResponse('GET /orders', [
        { id: OTHER_ORDER, status: 1, items: [{ productTitle: 'Plain Shirt 1', quantity: 1, price: 900 }] },
      ])
      await page.getByRole('button', { name: 'I have paid' }).click()
      await expect(page).toHaveURL(`${origin}/order-success`)
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Thank You for Your Order!" [level=1]
      - link "View My Orders"
      - link "Continue Shopping"
  `)
      await page.getByRole('link', { name: 'View My Orders' }).click()
      await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "My Orders" [level=1]
      - list:
        - listitem:
          - article "Order ${OTHER_ORDER}":
            - heading "Order ${OTHER_ORDER}" [level=2]
            - text: Processing
            - list "Items":
              - listitem:
                - paragraph: Plain Shirt 1
                - paragraph: "Quantity: 1"
                - paragraph: $900.00
            - term: Shipping address
            - definition: Not available
            - term: Method
            - definition: Standard Shipping
            - term: Tracking number
            - definition: Not available
            - paragraph:
              - text: Total
              - strong: $900.00
  `)
    },
  )
})
