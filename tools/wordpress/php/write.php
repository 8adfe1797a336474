<?php
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
$given = json_decode(stream_get_contents(STDIN), true)['posts'];
$written = [];
foreach ($given as $number => $post) {
    $parent = 0;
    foreach ($post['category'] as $name) {
        $found = term_exists($name, 'category', $parent);
        $term = $found ? $found : wp_insert_term($name, 'category', ['parent' => $parent]);
        $parent = (int) $term['term_id'];
    }
    $id = wp_insert_post([
        'post_title' => $post['title'],
        'post_name' => $post['slug'],
        'post_content' => $post['content'],
        'post_status' => $post['status'],
        'post_password' => $post['password'],
        'post_category' => $parent ? [$parent] : [],
        'tags_input' => $post['tags'],
        'post_author' => 1,
    ], true);
    if (is_wp_error($id)) {
        fwrite(STDERR, $id->get_error_message());
        exit(1);
    }
    if ($post['image']) {
        $image = imagecreatetruecolor(640, 480);
        imagefill($image, 0, 0, imagecolorallocate($image, $number * 7 % 255, 120, 90));
        ob_start();
        imagejpeg($image);
        $upload = wp_upload_bits($post['slug'] . '.jpg', null, ob_get_clean());
        $media = wp_insert_attachment(['post_mime_type' => 'image/jpeg', 'post_title' => $post['title'], 'post_status' => 'inherit'], $upload['file'], $id);
        wp_update_attachment_metadata($media, wp_generate_attachment_metadata($media, $upload['file']));
        update_post_meta($media, '_wp_attachment_image_alt', 'An image of it');
        set_post_thumbnail($id, $media);
    }
    $written[] = ['title' => $post['title'], 'address' => get_permalink($id)];
}
echo json_encode($written);
