/**
 * Garment words of Indian and western listings: category → { finer type: its words, in the singular }. Plurals with
 * `s` or `es` match too, hyphens equal spaces, and the longest match wins.
 */
export const GARMENT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Sarees: {
    Sarees: 'saree, sari, saree blouse',
    'Banarasi Sarees': 'banarasi saree',
    'Kanjeevaram Sarees': 'kanjeevaram saree, kanchipuram saree',
    'Cotton Sarees': 'cotton saree',
    'Silk Sarees': 'silk saree, art silk saree',
    'Georgette Sarees': 'georgette saree',
    'Printed Sarees': 'printed saree',
  },
  Kurtas: {
    Kurtas: 'kurta',
    'Straight Kurtas': 'straight kurta',
    'A-Line Kurtas': 'a-line kurta',
    'Anarkali Kurtas': 'anarkali kurta, anarkali',
    Kurtis: 'kurti',
    Tunics: 'tunic',
  },
  'Kurta Sets': {
    'Kurta Sets': 'kurta set, kurta dupatta set, dupatta set, kurta and palazzo, kurta and churidar',
    'Kurta Pyjama': 'kurta pyjama, kurta and pyjama, kurta pyjama set, kurta with pyjama',
    'Sherwani Sets': 'sherwani, sherwani set',
    'Suit Sets': 'salwar suit, suit set, salwar kameez, patiala suit, punjabi suit',
    'Dress Material': 'dress material, unstitched suit',
  },
  'Ethnic Wear': {
    Dupattas: 'dupatta',
    'Lehenga Cholis': 'lehenga, lehenga choli, ghagra choli',
    'Nehru Jackets': 'nehru jacket, ethnic jacket, bandhgala',
    Dhotis: 'dhoti, lungi, mundu, veshti',
    'Ethnic Gowns': 'ethnic gown',
    'Shawls & Stoles': 'shawl, stole',
  },
  'T-Shirts': {
    'T-Shirts': 't-shirt, tshirt, tee',
    'Polo T-Shirts': 'polo t-shirt, polo collar t-shirt, polo tshirt, polo',
    'Round Neck T-Shirts': 'round neck t-shirt, crew neck t-shirt',
    'V-Neck T-Shirts': 'v-neck t-shirt',
    'Henley T-Shirts': 'henley neck t-shirt, henley',
  },
  Shirts: {
    Shirts: 'shirt',
    'Casual Shirts': 'casual shirt',
    'Formal Shirts': 'formal shirt, semiformal shirt',
    'Denim Shirts': 'denim shirt',
    Blouses: 'blouse',
  },
  Tops: {
    Tops: 'top, bustier, camisole, corset',
    'Crop Tops': 'crop top, cropped top',
    'A-Line Tops': 'a-line top',
    'Tank Tops': 'tank top, tank',
    Shrugs: 'shrug, poncho, kimono',
  },
  Dresses: {
    Dresses: 'dress, frock, pinafore',
    'Maxi Dresses': 'maxi dress',
    'Midi Dresses': 'midi dress',
    'A-Line Dresses': 'a-line dress',
    'Shirt Dresses': 'shirt dress',
    'Sheath Dresses': 'sheath dress',
    Gowns: 'gown',
    Jumpsuits: 'jumpsuit, playsuit, romper, dungaree, bodysuit',
  },
  Bottomwear: {
    Jeans: 'jeans, jean',
    'Stretchable Jeans': 'stretchable jeans',
    Jeggings: 'jegging, treggings',
    Trousers: 'trouser, pants, pant',
    'Formal Trousers': 'formal trouser',
    Chinos: 'chino',
    Cargos: 'cargo, cargo pants',
    Joggers: 'jogger',
    'Track Pants': 'track pants, trackpants, track pant',
    Shorts: 'shorts, three-fourths, 3/4ths, capri',
    Palazzos: 'palazzo, sharara',
    Leggings: 'legging, churidar legging, churidar',
    'Salwars & Patialas': 'salwar, patiala',
    Culottes: 'culotte',
    Skirts: 'skirt',
    Skorts: 'skorts, skort',
    'Dhoti Pants': 'dhoti pants, dhoti pant',
    Tights: 'tights',
  },
  'Jackets & Winterwear': {
    Jackets: 'jacket, windcheater, rain jacket',
    'Denim Jackets': 'denim jacket',
    'Bomber Jackets': 'bomber jacket, bomber',
    'Puffer Jackets': 'puffer jacket, padded jacket, quilted jacket',
    Blazers: 'blazer',
    Waistcoats: 'waistcoat, vest coat',
    Coats: 'coat, overcoat, trench coat',
    Suits: 'suit, tuxedo',
    Sweatshirts: 'sweatshirt, hoodie, hooded sweatshirt, pullover sweatshirt',
    Sweaters: 'sweater, cardigan, pullover, jumper, sweater vest',
    Tracksuits: 'tracksuit, track suit',
    Thermals: 'thermal, thermal top, thermal bottom',
  },
  'Innerwear & Sleepwear': {
    Bras: 'bra, bralette',
    Briefs: 'brief, panty, panties, thong, hipster, boyshorts',
    'Boxers & Trunks': 'boxer, trunk, boxer shorts',
    Vests: 'vest, innerwear vest',
    'Night Suits': 'night suit, nightsuit, pyjama set, loungewear set',
    Nightdresses: 'nightdress, night dress, nighty, nightie, baby doll, babydoll',
    'Lounge Pants': 'lounge pants, lounge pant, pyjama',
    Shapewear: 'shapewear, saree shapewear',
    Swimwear: 'swimsuit, swimwear, swim dress, bikini, tankini, swim shorts',
    'Lingerie Sets': 'lingerie set, lingerie, robe',
  },
  Footwear: {
    Sneakers: 'sneaker, high top, high tops',
    'Sports Shoes':
      'sports shoes, running shoes, training shoes, walking shoes, football shoes, sports shoe, basketball shoes, tennis shoes, badminton shoes, cricket shoes, hiking shoes, trekking shoes',
    'Formal Shoes':
      'formal shoes, derby, derbys, derbies, oxford, brogues, brogue, monks, formal derbys, formal slip-ons',
    'Casual Shoes': 'shoe, espadrille, driving shoes, boat shoes',
    Loafers: 'loafer, moccasin, mule',
    'Slip-Ons': 'slip-on, slip ons',
    Boots: 'boot',
    Sandals: 'sandal, floater, gladiators, platforms, flatforms',
    'Flip-Flops & Slippers': 'flip-flop, flops, slipper, slides, clogs, slider',
    Flats: 'flats, toe flats, ballerina',
    Heels: 'heels, pumps, stilettos, wedges, peep toes, peep-toes, block heels, kitten heels',
    'Juttis & Mojaris': 'jutti, mojari, kolhapuri',
  },
  Accessories: {
    Bags: 'bag, handheld bag, pouch, duffel, duffle, rucksack, messenger bag, duffel bag, waist bag',
    Handbags: 'handbag, shoulder bag, sling bag, tote, tote bag, satchel, hobo bag',
    Clutches: 'clutch, potli',
    Backpacks: 'backpack, laptop backpack',
    'Trolley Bags': 'trolley bag, trolley, suitcase, luggage, trolley suitcase',
    Wallets: 'wallet, card holder, passport holder, purse',
    Belts: 'belt',
    Watches: 'watch, smart watch, smartwatch, chronograph, fitness band, analog, digital',
    Sunglasses: 'sunglasses, aviator, wayfarer, sunglass',
    Earrings: 'earring, jhumka, stud earring, studs, chandbali, ear cuff, hoops, drop earring',
    Necklaces: 'necklace, pendant, choker, mangalsutra, chain',
    Bracelets: 'bracelet, bangle, kada, armlet, cuff bracelet, charm bracelet',
    Rings: 'finger ring, ring, toe ring',
    'Jewellery Sets': 'jewellery set, jewelry set, necklace set',
    Jewellery:
      'maang tikka, maang tika, mang tikka, anklet, nose pin, nosepin, brooch, rakhi, rakhee, jewellery',
    'Hair Accessories':
      'hair band, hairband, hair clip, hairclip, claw clip, scrunchie, hair accessory, headband, clips, tiara, hair pin',
    'Caps & Hats': 'cap, hat, beanie, visor cap, turban',
    'Ties & Pocket Squares':
      'tie, necktie, bow tie, pocket square, cufflink, lapel pin, cravat, accessory gift set',
    'Scarves & Mufflers': 'scarf, scarves, muffler, bandana',
    'Socks & Stockings': 'socks, sock, stocking, shoe liners',
    Gloves: 'glove, arm sleeves, mitten',
    Umbrellas: 'umbrella',
  },
  'Personal Care': {
    Makeup:
      'lipstick, lip gloss, lip liner, lip colour, lip color, lip balm, eyeliner, kajal, mascara, eyeshadow, foundation, concealer, primer, blush, compact, nail polish, nail lacquer, nail enamel, nail paint, highlighter, makeup brush, eyebrow pencil, bb cream, cc cream, eye shadow, lip crayon, face powder, bronzer, microliner, eye pencil, makeup, palette, lip tint, loose powder',
    Fragrances:
      'perfume, eau de toilette, eau de parfum, parfum, toilette, cologne, deodorant, body mist, deo, body spray, attar, edt, edp, roll-on',
    Skincare:
      'face wash, moisturiser, moisturizer, sunscreen, serum, face mask, sheet mask, body lotion, face cream, day cream, night cream, eye cream, cleanser, toner, facial kit, face scrub, scrub, cream, lotion, body butter, face oil, facial oil, face pack, gel, micellar water, body wash, soap, hand cream, shower gel, body oil, mist, skin, foam',
    Haircare:
      'shampoo, conditioner, hair oil, hair mask, hair masque, hair serum, hair spray, hair colour, hair dryer, straightener, hair straightener, trimmer, shaver, hair brush, hair cream, beard oil, hair wax, curler, hair styler',
  },
  Home: {
    Curtains: 'curtain, door curtain, window curtain, shower curtain',
    'Cushions & Pillows':
      'cushion cover, cushion, pillow cover, pillow, bolster, pillow protector, chair pad',
    'Bed Linen':
      'bedsheet, bed sheet, bed cover, bedspread, comforter, dohar, blanket, quilt, duvet cover, bedding set, mattress protector, throw, ac blanket, diwan set, quilts',
    'Carpets & Rugs':
      'carpet, rug, bath rug, doormat, floor mat, dhurrie, bath mat, bathmat, yoga mat, floor runner, runner',
    'Table Linen':
      'table runner, placemat, table cover, napkin, table cloth, tablecloth, apron, kitchen towel, table mat, coaster, sofa cover',
    'Bath Linen': 'towel, bath towel, bathrobe, bath robe, hand towel',
    Kitchen:
      'mug, coffee mug, cup, bowl, plate, dinner set, bottle, water bottle, tray, glass, serveware, jar, tea set, kettle, flask, lunch box, casserole, pan, cookware, spoon, cutlery set, tumbler, kitchen tool, storage jar',
    Decor:
      'showpiece, vase, planter, lamp, wall shelf, wall clock, clock, photo frame, candle, candle holder, wall art, painting, figurine, lantern, pot, string lights, wall decor, artificial flower, wall hanging, night lamp, table lamp, mirror, tea light holder, diya, idol, wind chime, wall sticker, fountain, bells, decorative item, sculpture, fairy lights, string light, pendant lamp, light',
    Storage:
      'basket, laundry bag, storage box, organiser, organizer, bin, tissue holder, soap dispenser, shelf, hanger, laundry basket, dustbin, hook, key holder, wall hook, soap dish',
  },
}
