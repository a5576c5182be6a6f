/** HSN code, price of a piece in paise, pieces, discount in paise, and the rate of the product where the table has none. */
type Item = [hsn: string | null, price: number, quantity: number, discount: number, gstRate?: number]
/** Percent, then paise. */
type Line = [rate: number, taxable: number, cgst: number, sgst: number, igst: number, total: number]

interface WorkedInvoice {
  /** Heading of docs/gst.md. */
  rule: string
  name: string
  /** State of the address. */
  to: string
  /** State of the PIN code table. */
  pincode?: string
  /** First digits of the seller's GSTIN; Karnataka where it is absent. */
  from?: string
  cashFee?: number
  items: Item[]
  lines: Line[]
}

/** Worked with exact fractions, apart from the code. */
export const WORKED_INVOICES: WorkedInvoice[] = [
  {
    rule: 'place of supply',
    name: 'one T-shirt within the state',
    to: 'Karnataka',
    items: [['6109', 105000, 1, 0]],
    lines: [[5, 100000, 2500, 2500, 0, 105000]],
  },
  {
    rule: 'place of supply',
    name: 'one T-shirt to another state',
    to: 'Maharashtra',
    items: [['6109', 105000, 1, 0]],
    lines: [[5, 100000, 0, 0, 5000, 105000]],
  },
  {
    rule: 'place of supply',
    name: 'the state in Hindi',
    to: 'कर्नाटक',
    items: [['6109', 99900, 1, 0]],
    lines: [[5, 95142, 2379, 2379, 0, 99900]],
  },
  {
    rule: 'place of supply',
    name: 'the state as two letters',
    to: 'KA',
    items: [['6109', 99900, 1, 0]],
    lines: [[5, 95142, 2379, 2379, 0, 99900]],
  },
  {
    rule: 'place of supply',
    name: 'the table of PIN codes before the address',
    to: 'Maharashtra',
    pincode: 'Karnataka',
    items: [['6109', 99900, 1, 0]],
    lines: [[5, 95142, 2379, 2379, 0, 99900]],
  },
  {
    rule: 'place of supply',
    name: 'a seller in Rajasthan within the state',
    to: 'Rajasthan',
    from: '08',
    items: [['6204', 129900, 1, 0]],
    lines: [[5, 123714, 3093, 3093, 0, 129900]],
  },
  {
    rule: 'place of supply',
    name: 'a seller in Rajasthan to Delhi, by the name of its capital',
    to: 'New Delhi',
    from: '08',
    items: [['6204', 129900, 1, 0]],
    lines: [[5, 123714, 0, 0, 6186, 129900]],
  },
  {
    rule: 'place of supply',
    name: 'within a union territory: UTGST',
    to: 'Chandigarh',
    from: '04',
    items: [['6109', 52500, 2, 0]],
    lines: [[5, 100000, 2500, 2500, 0, 105000]],
  },
  {
    rule: 'place of supply',
    name: 'to a union territory: IGST',
    to: 'Ladakh',
    items: [['6109', 52500, 2, 0]],
    lines: [[5, 100000, 0, 0, 5000, 105000]],
  },
  {
    rule: 'place of supply',
    name: 'within Puducherry, which has a legislature: SGST',
    to: 'Puducherry',
    from: '34',
    items: [['6109', 52500, 2, 0]],
    lines: [[5, 100000, 2500, 2500, 0, 105000]],
  },
  {
    rule: 'slab',
    name: 'a piece of ₹2,500 without tax: ₹2,625 with 5 %',
    to: 'Karnataka',
    items: [['6204', 262500, 1, 0]],
    lines: [[5, 250000, 6250, 6250, 0, 262500]],
  },
  {
    rule: 'slab',
    name: 'one paisa above ₹2,625',
    to: 'Karnataka',
    items: [['6204', 262501, 1, 0]],
    lines: [[18, 222459, 20021, 20021, 0, 262501]],
  },
  {
    rule: 'slab',
    name: '₹2,625 to another state',
    to: 'Maharashtra',
    items: [['6204', 262500, 1, 0]],
    lines: [[5, 250000, 0, 0, 12500, 262500]],
  },
  {
    rule: 'slab',
    name: 'one paisa above, to another state',
    to: 'Maharashtra',
    items: [['6204', 262501, 1, 0]],
    lines: [[18, 222458, 0, 0, 40043, 262501]],
  },
  {
    rule: 'between the slabs',
    name: '₹2,700 fits no slab: the higher rate',
    to: 'Karnataka',
    items: [['6204', 270000, 1, 0]],
    lines: [[18, 228814, 20593, 20593, 0, 270000]],
  },
  {
    rule: 'between the slabs',
    name: '₹2,950, the last price that fits none',
    to: 'Karnataka',
    items: [['6204', 295000, 1, 0]],
    lines: [[18, 250000, 22500, 22500, 0, 295000]],
  },
  {
    rule: 'slab',
    name: '₹2,950.01, the first of the upper slab',
    to: 'Karnataka',
    items: [['6204', 295001, 1, 0]],
    lines: [[18, 250001, 22500, 22500, 0, 295001]],
  },
  {
    rule: 'slab',
    name: 'an expensive lehenga',
    to: 'Maharashtra',
    items: [['6204', 1499900, 1, 0]],
    lines: [[18, 1271102, 0, 0, 228798, 1499900]],
  },
  {
    rule: 'slab',
    name: 'the value of a piece decides, not of the line',
    to: 'Karnataka',
    items: [['6109', 99900, 5, 0]],
    lines: [[5, 475714, 11893, 11893, 0, 499500]],
  },
  {
    rule: 'slab',
    name: 'three pieces at the limit',
    to: 'Karnataka',
    items: [['6109', 262500, 3, 0]],
    lines: [[5, 750000, 18750, 18750, 0, 787500]],
  },
  {
    rule: 'slab',
    name: 'knitted, chapter 61',
    to: 'Karnataka',
    items: [['61091000', 79900, 1, 0]],
    lines: [[5, 76096, 1902, 1902, 0, 79900]],
  },
  {
    rule: 'slab',
    name: 'woven, chapter 62, eight digits',
    to: 'Maharashtra',
    items: [['62114300', 349900, 1, 0]],
    lines: [[18, 296525, 0, 0, 53375, 349900]],
  },
  {
    rule: 'slab',
    name: 'made-ups, chapter 63',
    to: 'Karnataka',
    items: [['6304', 119900, 2, 0]],
    lines: [[5, 228380, 5710, 5710, 0, 239800]],
  },
  {
    rule: 'slab',
    name: 'footwear, a pair at the limit',
    to: 'Karnataka',
    items: [['6403', 262500, 1, 0]],
    lines: [[5, 250000, 6250, 6250, 0, 262500]],
  },
  {
    rule: 'slab',
    name: 'footwear above the limit',
    to: 'Maharashtra',
    items: [['6403', 399900, 1, 0]],
    lines: [[18, 338898, 0, 0, 61002, 399900]],
  },
  {
    rule: 'table',
    name: 'a silk saree of any value',
    to: 'Karnataka',
    items: [['5007', 1899900, 1, 0]],
    lines: [[5, 1809428, 45236, 45236, 0, 1899900]],
  },
  {
    rule: 'table',
    name: 'a cotton saree to another state',
    to: 'Tamil Nadu',
    items: [['5208', 249900, 1, 0]],
    lines: [[5, 238000, 0, 0, 11900, 249900]],
  },
  {
    rule: 'table',
    name: 'a saree of man-made fibre',
    to: 'Karnataka',
    items: [['540752', 89900, 3, 0]],
    lines: [[5, 256858, 6421, 6421, 0, 269700]],
  },
  {
    rule: 'table',
    name: 'knitted fabric, chapter 60',
    to: 'Karnataka',
    items: [['6006', 45000, 2, 0]],
    lines: [[5, 85714, 2143, 2143, 0, 90000]],
  },
  {
    rule: 'table',
    name: 'an HSN code that the table lacks: the rate of the product',
    to: 'Karnataka',
    items: [['7117', 59900, 1, 0, 3]],
    lines: [[3, 58156, 872, 872, 0, 59900]],
  },
  {
    rule: 'table',
    name: 'no HSN code: the rate of the product',
    to: 'Maharashtra',
    items: [[null, 59900, 1, 0, 18]],
    lines: [[18, 50763, 0, 0, 9137, 59900]],
  },
  {
    rule: 'table',
    name: 'the table before the rate of the product',
    to: 'Karnataka',
    items: [['6204', 105000, 1, 0, 12]],
    lines: [[5, 100000, 2500, 2500, 0, 105000]],
  },
  {
    rule: 'table',
    name: 'a rate with a fraction',
    to: 'Karnataka',
    items: [['7113', 999900, 1, 0, 0.25]],
    lines: [[0.25, 997406, 1247, 1247, 0, 999900]],
  },
  {
    rule: 'table',
    name: 'goods without tax',
    to: 'Karnataka',
    items: [['4907', 20000, 1, 0, 0]],
    lines: [[0, 20000, 0, 0, 0, 20000]],
  },
  {
    rule: 'discount',
    name: 'a discount takes a piece below the limit',
    to: 'Karnataka',
    items: [['6204', 275000, 1, 15000]],
    lines: [[5, 247620, 6190, 6190, 0, 260000]],
  },
  {
    rule: 'discount',
    name: 'a discount leaves it above',
    to: 'Karnataka',
    items: [['6204', 299900, 1, 4900]],
    lines: [[18, 250000, 22500, 22500, 0, 295000]],
  },
  {
    rule: 'discount',
    name: '10 % over two lines',
    to: 'Karnataka',
    items: [
      ['6109', 99900, 1, 9990],
      ['6204', 199900, 1, 19990],
    ],
    lines: [
      [5, 85628, 2141, 2141, 0, 89910],
      [5, 171342, 4284, 4284, 0, 179910],
    ],
  },
  {
    rule: 'discount',
    name: 'a discount of ₹100 divided over three lines',
    to: 'Maharashtra',
    items: [
      ['6109', 33300, 1, 3334],
      ['6109', 33300, 1, 3333],
      ['6204', 33300, 1, 3333],
    ],
    lines: [
      [5, 28539, 0, 0, 1427, 29966],
      [5, 28540, 0, 0, 1427, 29967],
      [5, 28540, 0, 0, 1427, 29967],
    ],
  },
  {
    rule: 'discount',
    name: 'over pieces of one line',
    to: 'Karnataka',
    items: [['6204', 270000, 2, 15000]],
    lines: [[5, 500000, 12500, 12500, 0, 525000]],
  },
  {
    rule: 'discount',
    name: 'on one line of two only',
    to: 'Karnataka',
    items: [
      ['6204', 280000, 1, 28000],
      ['6204', 280000, 1, 0],
    ],
    lines: [
      [5, 240000, 6000, 6000, 0, 252000],
      [18, 237288, 21356, 21356, 0, 280000],
    ],
  },
  {
    rule: 'discount',
    name: 'all but ₹1 of the order',
    to: 'Karnataka',
    items: [['6109', 49900, 1, 49800]],
    lines: [[5, 96, 2, 2, 0, 100]],
  },
  {
    rule: 'mixed rates',
    name: '5 % and 18 % within the state',
    to: 'Karnataka',
    items: [
      ['6109', 99900, 1, 0],
      ['6204', 499900, 1, 0],
    ],
    lines: [
      [5, 95142, 2379, 2379, 0, 99900],
      [18, 423644, 38128, 38128, 0, 499900],
    ],
  },
  {
    rule: 'mixed rates',
    name: '5 % and 18 % to another state',
    to: 'Maharashtra',
    items: [
      ['6109', 99900, 2, 0],
      ['6403', 399900, 1, 0],
    ],
    lines: [
      [5, 190286, 0, 0, 9514, 199800],
      [18, 338898, 0, 0, 61002, 399900],
    ],
  },
  {
    rule: 'mixed rates',
    name: 'saree, jewellery and kurta',
    to: 'Assam',
    items: [
      ['5007', 799900, 1, 0],
      ['7117', 149900, 1, 0, 3],
      ['6211', 289900, 1, 0],
    ],
    lines: [
      [5, 761810, 0, 0, 38090, 799900],
      [3, 145534, 0, 0, 4366, 149900],
      [18, 245678, 0, 0, 44222, 289900],
    ],
  },
  {
    rule: 'mixed rates',
    name: 'three rates with a discount within the state',
    to: 'Karnataka',
    items: [
      ['6109', 89900, 2, 8990],
      ['6204', 399900, 1, 39990],
      ['7117', 29900, 1, 1495, 3],
    ],
    lines: [
      [5, 162676, 4067, 4067, 0, 170810],
      [18, 305008, 27451, 27451, 0, 359910],
      [3, 27577, 414, 414, 0, 28405],
    ],
  },
  {
    rule: 'rounding',
    name: '1 paisa is too little for tax',
    to: 'Karnataka',
    items: [['6109', 1, 1, 0]],
    lines: [[5, 1, 0, 0, 0, 1]],
  },
  {
    rule: 'rounding',
    name: 'half a paisa rounds up: 21 paise at 5 %',
    to: 'Maharashtra',
    items: [['6109', 21, 1, 0]],
    lines: [[5, 20, 0, 0, 1, 21]],
  },
  {
    rule: 'rounding',
    name: 'equal halves: ₹9.99 at 5 %',
    to: 'Karnataka',
    items: [['6109', 999, 1, 0]],
    lines: [[5, 951, 24, 24, 0, 999]],
  },
  {
    rule: 'rounding',
    name: '₹9.99 to another state',
    to: 'Maharashtra',
    items: [['6109', 999, 1, 0]],
    lines: [[5, 951, 0, 0, 48, 999]],
  },
  {
    rule: 'rounding',
    name: 'an odd paisa stays in the taxable value',
    to: 'Karnataka',
    items: [['6204', 333333, 1, 0]],
    lines: [[18, 282485, 25424, 25424, 0, 333333]],
  },
  {
    rule: 'rounding',
    name: 'each line rounds for itself',
    to: 'Karnataka',
    items: [
      ['6109', 10001, 1, 0],
      ['6109', 10001, 1, 0],
      ['6109', 10001, 1, 0],
    ],
    lines: [
      [5, 9525, 238, 238, 0, 10001],
      [5, 9525, 238, 238, 0, 10001],
      [5, 9525, 238, 238, 0, 10001],
    ],
  },
  {
    rule: 'rounding',
    name: 'half of a paisa in each half: 42 paise at 5 %',
    to: 'Karnataka',
    items: [['6109', 42, 1, 0]],
    lines: [[5, 40, 1, 1, 0, 42]],
  },
  {
    rule: 'cash fee',
    name: 'at the only rate of the goods',
    to: 'Karnataka',
    cashFee: 4900,
    items: [['6109', 99900, 1, 0]],
    lines: [
      [5, 95142, 2379, 2379, 0, 99900],
      [5, 4666, 117, 117, 0, 4900],
    ],
  },
  {
    rule: 'cash fee',
    name: 'at the highest rate of the goods',
    to: 'Maharashtra',
    cashFee: 4900,
    items: [
      ['6109', 99900, 1, 0],
      ['6204', 499900, 1, 0],
    ],
    lines: [
      [5, 95143, 0, 0, 4757, 99900],
      [18, 423644, 0, 0, 76256, 499900],
      [18, 4153, 0, 0, 747, 4900],
    ],
  },
  {
    rule: 'cash fee',
    name: 'no part of the value of a piece',
    to: 'Karnataka',
    cashFee: 5000,
    items: [['6204', 262500, 1, 0]],
    lines: [
      [5, 250000, 6250, 6250, 0, 262500],
      [5, 4762, 119, 119, 0, 5000],
    ],
  },
]

interface WorkedCredits extends Omit<WorkedInvoice, 'lines'> {
  /** One after the other, of the same invoice; no lines: there is no note. */
  notes: { amount: number; returned: number[]; lines: Line[] }[]
}

export const WORKED_CREDITS: WorkedCredits[] = [
  {
    rule: 'whole',
    name: 'all of an order within the state',
    to: 'Karnataka',
    items: [['6109', 105000, 1, 0]],
    notes: [{ amount: 105000, returned: [], lines: [[5, 100000, 2500, 2500, 0, 105000]] }],
  },
  {
    rule: 'whole',
    name: 'all of an order to another state, with two rates',
    to: 'Maharashtra',
    items: [
      ['6109', 99900, 2, 0],
      ['6204', 499900, 1, 0],
    ],
    notes: [
      {
        amount: 699700,
        returned: [],
        lines: [
          [5, 190286, 0, 0, 9514, 199800],
          [18, 423644, 0, 0, 76256, 499900],
        ],
      },
    ],
  },
  {
    rule: 'whole',
    name: 'a parcel that came back, with its cash fee',
    to: 'Karnataka',
    cashFee: 4900,
    items: [['6109', 99900, 1, 0]],
    notes: [
      {
        amount: 104800,
        returned: [],
        lines: [
          [5, 95142, 2379, 2379, 0, 99900],
          [5, 4666, 117, 117, 0, 4900],
        ],
      },
    ],
  },
  {
    rule: 'returned pieces',
    name: 'one of two lines',
    to: 'Karnataka',
    items: [
      ['6109', 99900, 1, 0],
      ['6204', 499900, 1, 0],
    ],
    notes: [
      {
        amount: 499900,
        returned: [0, 499900],
        lines: [
          [5, 0, 0, 0, 0, 0],
          [18, 423644, 38128, 38128, 0, 499900],
        ],
      },
    ],
  },
  {
    rule: 'returned pieces',
    name: 'one of three pieces with a discount',
    to: 'Maharashtra',
    items: [['6204', 100000, 3, 10000]],
    notes: [{ amount: 96667, returned: [96667], lines: [[5, 92064, 0, 0, 4603, 96667]] }],
  },
  {
    rule: 'in proportion',
    name: 'a part of two lines',
    to: 'Karnataka',
    items: [
      ['6109', 100000, 1, 0],
      ['6204', 300000, 1, 0],
    ],
    notes: [
      {
        amount: 100000,
        returned: [],
        lines: [
          [5, 23810, 595, 595, 0, 25000],
          [18, 63560, 5720, 5720, 0, 75000],
        ],
      },
    ],
  },
  {
    rule: 'in proportion',
    name: 'more than the returned pieces cost: the rest in proportion',
    to: 'Karnataka',
    items: [
      ['6109', 100000, 1, 0],
      ['6204', 300000, 1, 0],
    ],
    notes: [
      {
        amount: 150000,
        returned: [100000, 0],
        lines: [
          [5, 95238, 2381, 2381, 0, 100000],
          [18, 42372, 3814, 3814, 0, 50000],
        ],
      },
    ],
  },
  {
    rule: 'no paisa left',
    name: 'three parts add up to the invoice',
    to: 'Karnataka',
    items: [['6109', 100003, 1, 0]],
    notes: [
      { amount: 33333, returned: [], lines: [[5, 31745, 794, 794, 0, 33333]] },
      { amount: 33333, returned: [], lines: [[5, 31747, 793, 793, 0, 33333]] },
      { amount: 33337, returned: [], lines: [[5, 31749, 794, 794, 0, 33337]] },
    ],
  },
  {
    rule: 'never beyond',
    name: 'a refund beyond what is left',
    to: 'Maharashtra',
    items: [['6109', 100000, 1, 0]],
    notes: [
      { amount: 60000, returned: [], lines: [[5, 57143, 0, 0, 2857, 60000]] },
      { amount: 60000, returned: [], lines: [[5, 38095, 0, 0, 1905, 40000]] },
    ],
  },
  {
    rule: 'never beyond',
    name: 'nothing is left',
    to: 'Karnataka',
    items: [['6109', 99900, 1, 0]],
    notes: [
      { amount: 99900, returned: [], lines: [[5, 95142, 2379, 2379, 0, 99900]] },
      { amount: 1000, returned: [], lines: [] },
    ],
  },
]
