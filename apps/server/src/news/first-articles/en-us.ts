import type { FirstArticles } from './first-articles.ts';

export const enUS: FirstArticles = {
  firstWay: {
    title: 'The first way: from an address to a listed product',
    summary:
      'Collect, claim, edit, list: what each of the four steps does and where. Walk it once with the practice shop; no real store is touched.',
    bodyHtml: `<p>A product takes four steps here. You see each one before it happens and can look it up afterwards.</p>
<h2>1. Collect</h2>
<p>Paste an address in <a href="/collect/product">Products</a> under Collect: one product, a category or a whole shop, one per line. Look at what was recognised and at the first products, then decide how much to take. At the end there is a certificate: how many the shop promised, how many you have, and a reason for each one that is missing.</p>
<h2>2. Claim</h2>
<p>What was collected waits in <a href="/collect/results">Collected</a>; it is not yours yet. Select what you want to sell and claim it. That makes a product of your own that you can change. The source's version stays as it was, so that you can compare.</p>
<h2>3. Edit</h2>
<p>In <a href="/products/list">All products</a> you change titles, prices and stock in place, or open a product and take your time. A mark beside each field says whether it came from the source or from you. A wrong change is undone in the product's history.</p>
<h2>4. List</h2>
<p>Connect a store in <a href="/list/card">Stores</a>, then choose products and stores in <a href="/form/step-form">List in bulk</a>. The fit report tells you first which products the store would not take, and why. Nothing is sent before you confirm.</p>
<p>No store of your own yet? A new account finds the practice shop on its <a href="/dashboard/workplace">Workplace</a>: three steps, all of them on this machine.</p>`,
  },
  exactlyOnce: {
    title: 'Why nothing is listed twice, and what "being checked" means',
    summary:
      'A lost connection, a power cut, a store that never answers: none of them makes a product appear twice. How that works, and what you need to do.',
    bodyHtml: `<p>When a product is sent to a store, the hard case is not a refusal. It is <strong>silence</strong>: the store may have taken the product, or may never have seen it. Sending it again could double it.</p>
<h2>What we do</h2>
<ol>
<li><strong>Write it down, then send.</strong> Before anything leaves, a line says that this product goes to this store. Whenever the program stops, that line is still there.</li>
<li><strong>Only an answer counts.</strong> Once the store has given its product number, the state becomes "Listed", and from then on we go by that number alone.</li>
<li><strong>In doubt, look in the store.</strong> What got no answer is not sent again. We ask the store for it, by a mark that we left on the product.</li>
<li><strong>Found: it is ours. Not found: we wait before we believe it.</strong> A late request may still take effect, so we send again only when that has become impossible.</li>
</ol>
<h2>What "being checked" means</h2>
<p>The violet diamond says: it was sent, no answer came, and we are asking the store. <strong>There is nothing for you to do.</strong> Please do not add the product by hand in the store's admin; that would make a second one. Within minutes it is usually "Listed", or the program sends it again.</p>
<h2>The proof</h2>
<p>When a run has ended, its page has a listing certificate: our ledger and the store compared product by product, with every double and every gap named, and what could not be proved said plainly. How each product went, from the first line to the verdict, is in <a href="/list/query-list">Runs</a>.</p>`,
  },
  csv: {
    title: 'Goods CSV: what is in it, and how to open it without harm',
    summary:
      "Export your products in Shopify's format. A product takes several rows and a code is not a number: details worth a minute.",
    bodyHtml: `<p>Choose products and a format in <a href="/products/export">Export</a>. The first rows are shown beside it, exactly as they will stand in the file. Finished files stay below, to download again, with their size and checksum.</p>
<h2>What the file looks like</h2>
<ul>
<li>It is UTF-8 with the column names in the first row. There are two formats: the column names Shopify has always used, and its newer ones. The content is the same.</li>
<li>A product takes several rows, for its variants and pictures; the Handle in the first column ties them together. <strong>Please do not delete some of them or mix their order.</strong></li>
<li>Prices are written as they are, never rounded.</li>
<li>What the format cannot carry is listed before you export, with the number of products concerned.</li>
</ul>
<h2>Opening it in a spreadsheet</h2>
<p>A double click may turn 0017 into 17 and a long barcode into 8.9E+12. To edit the file, use "import data" and set the columns with codes, barcodes and SKUs to text.</p>
<p>Content that begins with = + - or @ could be taken for a formula. It is exported with an apostrophe before it, so that it is never run.</p>
<h2>Permission</h2>
<p>Exporting is a permission of its own. Without it, a member neither sees the page nor can download a file.</p>`,
  },
  team: {
    title: 'Working as a team: members, roles, permissions',
    summary:
      'Everybody signs in with an account of their own. A role decides what they see and do, changes hold at once, and what was done is on record.',
    bodyHtml: `<p>Please do not share one account. With separate ones it is clear who collected, who changed a price and who listed; and when somebody leaves, you switch off one account.</p>
<h2>Roles</h2>
<p>A <strong>role</strong> is a set of permissions: which pages, and on each page which actions, such as query, add, edit, delete, import and export. Each member has one role. Common ways to split the work:</p>
<ul>
<li>Collecting: Collect and Collected, with products to look at only.</li>
<li>Editing: query, edit and export of products.</li>
<li>Operations: products, listing, stores and runs.</li>
</ul>
<h2>When it takes effect</h2>
<p>As soon as a role changes, it holds for the next click of everybody who has it; nobody needs to sign in again. Menus and buttons that are not allowed are not shown, and the server checks every single call as well.</p>
<h2>Nobody sees another merchant's</h2>
<p>Products, stores and runs of different merchants are kept apart completely. Administrators look after accounts, but do not see the goods of any merchant.</p>
<h2>What was done is on record</h2>
<p>Every addition, change and deletion, every sign-in and every refused one is written into the <a href="/system/audit">audit log</a>: who, when and from where. Those who may manage members can read and export it.</p>`,
  },
};
